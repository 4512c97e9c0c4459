#!/bin/sh
# Plays an agent in any repository, without a model. It stops early; sent back, it says that it is done. Your checks decide.
if test -e plain.txt; then
  rm plain.txt
  echo '<promise>COMPLETE</promise>'
else
  echo 'half of it' > plain.txt
  echo 'Good progress, I will stop here.'
fi
