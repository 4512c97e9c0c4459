// Build files that decide whether a check runs at all, and what switches it off there: a table.

export interface Switches {
  readonly files: RegExp
  /** Looser where it is written. Each is matched on the text without comments. */
  readonly loose: RegExp
  /** Said to a person, and no more: it has good reasons far more often than bad ones. */
  readonly isNote?: true
  /** Looser where it is gone. */
  readonly strict?: RegExp
}

const MSBUILD_LOOSE =
  /<(?:TreatWarningsAsErrors|MSBuildTreatWarningsAsErrors|CodeAnalysisTreatWarningsAsErrors|IsTestProject|EnforceCodeStyleInBuild|EnableNETAnalyzers|RunAnalyzers(?:DuringBuild)?)>\s{0,9}false\b|<Nullable>\s{0,9}disable\b|<(?:VSTestNoBuild|SkipTests)>\s{0,9}true\b|<Compile\s+Remove="[^"\n]{0,200}[Tt]est[^"\n]{0,200}"/g
const MSBUILD_STRICT =
  /<(?:TreatWarningsAsErrors|CodeAnalysisTreatWarningsAsErrors|IsTestProject|EnforceCodeStyleInBuild)>\s{0,9}true\b|<WarningsAsErrors>[^<\n]{1,300}/g

const CMAKE = /(?:^|\/)(?:CMakeLists\.txt|CTestCustom\.cmake(?:\.in)?|[\w.-]+\.cmake)$/

export const SWITCHES: readonly Switches[] = [
  {
    files: /(?:^|\/)\.npmrc$/,
    loose:
      /^[ \t]*(?:script-shell|if-present)[ \t]*=[ \t]*(?!false\b|null\b)[^\n]{1,200}|^[ \t]*node-options[ \t]*=[^\n]{0,100}?(?:(?:-r|--require|--import|--loader|--test-(?:name|skip)-pattern)[= ][^\n]{1,100}|--test-only\b)/gm,
  },
  {
    // `npm test` still runs; the scripts before and behind it do not.
    files: /(?:^|\/)\.npmrc$/,
    loose: /^[ \t]*ignore-scripts[ \t]*=[ \t]*true\b/gm,
    isNote: true,
  },
  {
    files: /(?:^|\/)\.yarnrc(?:\.yml)?$/,
    loose:
      /^[ \t]*(?:script-shell|scriptShell|--ignore-scripts|yarnPath:(?![ \t]*["']?\.yarn\/releases\/yarn-\d))[^\n]{0,200}/gm,
  },
  {
    files: /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    loose:
      /^[ \t]*(?:runner|(?:build\.)?rustc(?:-wrapper|-workspace-wrapper)?)[ \t]*=(?![ \t]*\[?[ \t]*["'][^"'\n]{0,80}(?:sccache|wasm|qemu|probe-rs|espflash|simctl))[^\n]{1,200}|^[ \t]*(?:test|t|clippy|check)[ \t]*=[ \t]*["'[][^\n]{1,200}|--cap-lints[^\n"']{0,40}|"-A[ \t]?[\w:-]+"/gm,
  },
  {
    files: /(?:^|\/)Cargo\.toml$/,
    loose: /^[ \t]*(?:test|doctest|autotests)[ \t]*=[ \t]*false\b/gm,
  },
  {
    files: /(?:^|\/)bunfig\.toml$/,
    loose:
      /^[ \t]*(?:root|testNamePattern|pathIgnorePatterns)[ \t]*=[^\n]{1,200}|^[ \t]*(?:rerunEach|retry)[ \t]*=[^\n]{1,40}/gm,
  },
  {
    files: /(?:^|\/)pom\.xml$/,
    loose:
      /<(?:skipTests|skipITs|maven\.test\.skip|maven\.test\.failure\.ignore|testFailureIgnore|(?:checkstyle|pmd|spotbugs|jacoco|enforcer|cpd)\.skip)>\s{0,9}true\b|<(?:enableAssertions|failIfNoTests|failOnViolation|failsOnError|failOnError|haltOnFailure|failOnWarning|failIfNoSpecifiedTests)>\s{0,9}false\b|maven-(?:surefire|failsafe|checkstyle|pmd|enforcer)-plugin<\/artifactId>(?:(?!<\/plugin>)[\s\S]){0,600}?<skip>\s{0,9}true\b|maven-(?:surefire|failsafe)-plugin<\/artifactId>(?:(?!<\/plugin>)[\s\S]){0,600}?<exclude>[^<\n]{0,100}(?:Test|IT|Spec)[^<\n]{0,100}|maven-(?:surefire|failsafe)-plugin<\/artifactId>(?:(?!<\/plugin>)[\s\S]){0,600}?<include>(?:\*\*\/)?\w{1,60}(?:\.java|\.class)?<|<(?:(?:surefire\.|failsafe\.)?(?:rerunFailingTestsCount|skipAfterFailureCount))>\s{0,9}[1-9]\d{0,3}|<(?:excludedGroups|excludesFile)>[^<\n]{1,200}/g,
    strict: /<(?:failOnViolation|failsOnError|failOnWarning|haltOnFailure)>\s{0,9}true\b|<arg>-Werror\b/g,
  },
  {
    files: /(?:^|\/)\.mvn\/(?:maven|jvm)\.config$/,
    loose:
      /-D(?:skipTests|skipITs|maven\.test\.skip|maven\.test\.failure\.ignore|[\w.]{1,40}\.skip)(?!=false)[=\w]{0,20}|-fn\b|--fail-never\b|-fae\b/g,
  },
  {
    files: /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/,
    loose:
      /\b(?:setI|isI|i)gnoreFailures\b(?:\.set)?\s{0,9}[=(]?\s{0,9}true\b|\bexcludeTestsMatching\b[^\n]{0,120}|\b(?:test|check|lint|detekt|ktlint\w*|checkstyle\w*|pmd\w*|spotbugs\w*|jacoco\w*|Test)\b[">')]{0,3}(?:\s{0,9}\{\s{0,99}|\.)(?:setE|isE|e)nabled\s{0,9}[=(]?\s{0,9}false\b|\benableAssertions\b(?:\.set)?\s{0,9}[=(]?\s{0,9}false\b|\bonlyIf\s{0,9}\{\s{0,9}false\b|\b(?:test|Test|check)\b[">')(]{0,4}\s{0,9}\{[^{}]{0,300}\bonlyIf\b[^\n]{0,80}(?:getenv|[pP]ropert|environmentVariable)[^\n]{0,60}|\bexcludeTags\b[^\n]{0,120}|\bexclude(?:Category|Categories)\b[^\n]{0,120}|\bexclude\b[\s(]{0,3}["'][^"'\n]{0,80}Test[^"'\n]{0,80}|\bfailOnNoMatchingTests\b\s{0,9}=?\s{0,9}false\b|\bmaxRetries\b(?!\D{0,8}0\b)[^\n]{0,40}|\bfailOnPassedAfterRetry\b\s{0,9}=?\s{0,9}false\b|\ballWarningsAsErrors\b\s{0,9}[=.(]?\s{0,9}(?:set\()?false\b/g,
    strict:
      /\buseJUnitPlatform\b|\ballWarningsAsErrors\b\s{0,9}[=.(]?\s{0,9}(?:set\()?true\b|["']-Werror["']|\bmaxWarnings\b\s{0,9}=?\s{0,9}0\b|\bfailOnViolation\b\s{0,9}=?\s{0,9}true\b/g,
  },
  {
    files: /(?:^|\/)gradle\.properties$/,
    loose: /^[ \t]*(?:skipTests|systemProp\.skip\w*|[\w.]{1,60}ignoreFailures)[ \t]*=[ \t]*(?:true|yes|1)\b/gm,
  },
  {
    files: /(?:^|\/)Directory\.Build\.(?:props|targets)$|\.(?:cs|fs|vb)proj$/,
    loose: MSBUILD_LOOSE,
    strict: MSBUILD_STRICT,
  },
  {
    files: /\.runsettings$/,
    loose:
      /<TestCaseFilter>[^<\n]{1,300}|<TreatNoTestsAsError>\s{0,9}false\b|<(?:MapInconclusiveToFailed|FailWhenNoTests\w*)>\s{0,9}false\b/g,
    strict: /<TreatNoTestsAsError>\s{0,9}true\b/g,
  },
  {
    files: /(?:^|\/)sonar-project\.properties$/,
    loose:
      /^[ \t]*sonar\.(?:coverage\.|test\.|cpd\.|global\.)?exclusions[ \t]*=[^\n]{1,300}|^[ \t]*sonar\.qualitygate\.wait[ \t]*=[ \t]*false\b/gm,
    strict: /^[ \t]*sonar\.qualitygate\.wait[ \t]*=[ \t]*true\b/gm,
  },
  {
    files: /(?:^|\/)tox\.(?:ini|toml)$|(?:^|\/)pyproject\.toml$/,
    loose: /^[ \t]*ignore_outcome[ \t]*=[ \t]*["']?(?:true|1|yes)\b/gim,
  },
  {
    files: CMAKE,
    loose:
      /\b(?:WILL_FAIL|DISABLED)\s{1,9}"?(?:TRUE|ON|1|YES)\b|\bCTEST_CUSTOM_TESTS_IGNORE\b|\bSKIP_(?:RETURN_CODE|REGULAR_EXPRESSION)\s[^\n)]{1,80}|\bPASS_REGULAR_EXPRESSION\s{1,9}"?\.[*+][^\n)]{0,20}|--gtest_filter=[^\n")]{1,100}|\bTEST_FILTER\s[^\n)]{1,100}|^[ \t]*set\([ \t]*BUILD_TESTING\s{1,9}(?:OFF|FALSE|0|NO)\b|\badd_test\([^)\n]{0,120}\bCOMMAND\s{1,9}"?(?:\$\{CMAKE_COMMAND\}"?\s{1,9}-E\s{1,9}(?:true|echo)|cmake\s{1,9}-E\s{1,9}(?:true|echo)|true|echo|:)\b/gm,
    strict: /^[ \t]*enable_testing[ \t]*\(|^[ \t]*include[ \t]*\([ \t]*CTest\b/gm,
  },
  {
    files: /(?:^|\/)mix\.exs$/,
    // An alias that calls the task of its own name does more, any other one does something else.
    loose:
      /(?<![\w:])"?(?:test|credo|dialyzer)"?(?::|[ \t]*=>)[ \t]{0,9}(?:\[(?![^\]]{0,600}["'](?:test|credo|dialyzer)\b)[^\]]{0,600}\]|"(?!test\b|credo\b|dialyzer\b)[^"\n]{0,200}"|&\w[^\n,]{0,60}|fn\b[^\n]{0,60})|"test [^"\n]{0,80}--(?:only|exclude|stale|failed|exit-status)\b[^"\n]{0,60}|\btest_(?:paths|pattern|load_filters):[^\n]{1,100}|\bwarnings_as_errors:[ \t]{0,9}false\b/g,
    strict: /\bwarnings_as_errors:[ \t]{0,9}true\b/g,
  },
  {
    files: /(?:^|\/)Rakefile$|\.rake$/,
    loose:
      /\bfail_on_error[ \t]*=[ \t]*false\b|\bexclude_pattern[ \t]*=[^\n]{1,100}|\b(?:rspec_opts|options|TESTOPTS)\b[^\n]{0,20}=[^\n]{0,80}(?:--tag|--only|--exclude|--dry-run|--name|-n[ =/])[^\n]{0,60}|\bFileList\[[^\n]{0,120}\.exclude\([^\n)]{0,80}|\bRake::Task\[[^\]\n]{1,40}\]\.clear\b(?!_)/g,
  },
]
