// Keys and tokens that their vendor gave a shape of their own, one line per kind. What they protect, and whether they are
// still valid, is not asked.

/**
 * The letters that a key begins with, the pattern of the rest, the kind. Patterns are bounded and have no way back; `UUID`
 * stands for one. A text and not a list: nothing is built before a text holds a word as long as a key.
 */
export const VENDOR_KEYS = String.raw`
# GitHub Docs: About authentication to GitHub (token formats).
ghp_ [^\W_]{20,255} GitHub personal token
gho_ [^\W_]{20,255} GitHub OAuth token
ghu_ [^\W_]{20,255} GitHub app token of a user
ghs_ [\w.-]{20,2000} GitHub app token of a server
ghr_ [^\W_]{20,255} GitHub refresh token
github_pat_ \w{20,255} GitHub fine-grained token
# GitLab Docs: GitLab token overview (token prefixes).
glpat- [\w.-]{16,340} GitLab personal token
gloas- [\w-]{20,100} GitLab OAuth secret
gldt- [\w-]{16,100} GitLab deploy token
glrt- [\w.-]{16,340} GitLab runner token
glrtr- [\w.-]{16,340} GitLab runner token
glcbt- [\w.-]{16,2000} GitLab job token
glptt- [\w-]{16,100} GitLab trigger token
glft- [\w-]{16,100} GitLab feed token
glimt- [\w-]{16,100} GitLab mail token
glagent- [\w-]{16,100} GitLab agent token
glsoat- [\w-]{16,100} GitLab SCIM token
glffct- [\w-]{16,100} GitLab feature flag token
glwt- [\w-]{16,100} GitLab workspace token
GR1348941 [\w-]{16,100} GitLab runner registration
# Package registries.
npm_ [^\W_]{30,60} npm token
pypi- [\w-]{50,1000} PyPI token
rubygems_ [\da-fA-F]{40,60} RubyGems key
cio [^\W_]{32}(?![^\W_]) Cargo token
cio_tp_ [^\W_]{20,100} Cargo trusted publishing token
oy2 [a-z0-9]{43}(?![^\W_]) NuGet key
dckr_pat_ [\w-]{20,60} Docker personal token
dckr_oat_ [\w-]{20,60} Docker organisation token
AKCp [^\W_]{50,100} Artifactory key
cmVmdGtu [^\W_]{40,80} Artifactory reference token
CLOJARS_ [^\W_]{40,80} Clojars token
# Slack API: Token types; Sending messages using incoming webhooks.
xox [a-z](?:-|\.xox[a-z]-)[A-Za-z0-9%-]{10,500} Slack token
xapp- [A-Za-z0-9-]{20,300} Slack app token
xwfp- [A-Za-z0-9-]{20,300} Slack workflow token
hooks.slack.com/ (?:services|workflows|triggers)/[A-Za-z0-9/]{10,150} Slack webhook
# Stripe Docs: API keys; Check the webhook signatures. Clerk and others use the same shape.
sk_live_ [^\W_]{10,250} Stripe key
sk_test_ [^\W_]{10,250} Stripe key
pk_live_ [^\W_]{10,250} Stripe key
pk_test_ [^\W_]{10,250} Stripe key
rk_live_ [^\W_]{10,250} Stripe restricted key
rk_test_ [^\W_]{10,250} Stripe restricted key
sk_org_ [\w-]{16,250} Stripe organisation key
whsec_ [A-Za-z0-9+/_=-]{16,200} webhook secret
sk_ [\da-fA-F]{40,64}(?![^\W_]) ElevenLabs key
# Payments.
sq0atp- [\w-]{20,60} Square token
sq0csp- [\w-]{30,60} Square secret
EAAA [\w-]{56,64}(?![\w-]) Square token
access_token$ (?:production|sandbox)\$[a-z0-9]{10,20}\$[\da-f]{20,40} PayPal token
A21AA [\w-]{60,120} PayPal token
access- (?:sandbox|development|production)-UUID Plaid token
public- (?:sandbox|development|production)-UUID Plaid token
rzp_live_ [^\W_]{10,40} Razorpay key
rzp_test_ [^\W_]{10,40} Razorpay key
AQE [A-Za-z0-9+/=_-]{80,300} Adyen key
FLWSECK- [0-9a-zA-Z-]{20,60} Flutterwave key
FLWSECK_TEST- [0-9a-zA-Z-]{12,60} Flutterwave key
FLWPUBK (?:_TEST)?-[0-9a-zA-Z-]{20,60} Flutterwave key
sk_paystack_ [^\W_]{20,80} Paystack key
pdl_ (?:live|sdbx)_apikey_\w{30,80} Paddle key
polar_ (?:oat|pat|ci|cs|rs|whs)_[\w-]{20,80} Polar token
live_ [^\W_]{30,60}(?![^\W_]) Mollie key
test_ (?=[a-z]{0,59}[A-Z0-9])[^\W_]{30,60}(?!\w) Mollie key
live_gc_ [\w-]{30,60} GoCardless token
organizations/ UUID/apiKeys/UUID Coinbase key
duffel_ (?:live|test)_[\w-]{30,60} Duffel token
EZ [AT]K[^\W_]{54} EasyPost key
shippo_ (?:live|test)_[\da-fA-F]{32,48} Shippo token
shp (?:at|ca|pa|ss|it|tka|ua)_[0-9a-fA-F]{32,64} Shopify token
# Language models.
sk- (?=[A-Za-z_-]{0,80}\d)[\w-]{16,300} secret key
gsk_ [^\W_]{40,80} Groq key
xai- [^\W_]{60,100} xAI key
pplx- [^\W_]{40,80} Perplexity key
r8_ [^\W_]{30,60} Replicate token
hf_ [^\W_]{20,60} Hugging Face token
api_org_ [^\W_]{30,60} Hugging Face organisation token
fw_ [^\W_]{20,60} Fireworks key
tgp_v1_ [\w-]{30,80} Together key
csk- [^\W_]{30,80} Cerebras key
nvapi- [\w-]{40,100} NVIDIA key
pcsk_ \w{30,100} Pinecone key
lsv2_ (?:pt|sk)_[\da-f]{32}_[\da-f]{6,16} LangSmith key
ls__ [\da-f]{32} LangSmith key
tvly- (?=[A-Za-z-]{0,20}\d|[A-Za-z-]{28})[\w-]{20,60} Tavily key
fc- [\da-f]{32} Firecrawl key
jina_ [\w-]{40,80} Jina key
pa- [\w-]{43}(?![\w-]) Voyage key
e2b_ [\da-f]{32,64} E2B key
as- [^\W_]{22}(?![\w-]) Exa or Modal token
wandb_v1_ [\w-]{40,120} Weights & Biases key
key_ [\da-f]{64} Cursor key
sk-lf- UUID Langfuse key
# Google Cloud: Manage API keys; Google Identity: Using OAuth 2.0 to access Google APIs.
AIza [\w-]{30,40} Google API key
ya29. [\w.-]{20,3000} Google access token
GOCSPX- [\w-]{20,40} Google client secret
1//0 [\w-]{30,300} Google refresh token
AQ.Ab [\w-]{30,100} Google AI key
AAAA [\w-]{7}:APA91b[\w-]{80,200} Firebase messaging key
# AWS Identity and Access Management: IAM identifiers (unique ID prefixes).
AKIA [A-Z0-9]{16}(?![^\W_]) AWS key id
ASIA [A-Z0-9]{16}(?![^\W_]) AWS key id
ABIA [A-Z0-9]{16}(?![^\W_]) AWS bearer token
ACCA [A-Z0-9]{16}(?![^\W_]) AWS context credential
IQoJb3JpZ2lu [A-Za-z0-9+/=]{50,3000} AWS session token
FwoGZXIvYXdz [A-Za-z0-9+/=]{50,3000} AWS session token
ABSK [A-Za-z0-9+/]{100,300}={0,2} Bedrock key
bedrock-api-key- [A-Za-z0-9+/=]{40,3000} Bedrock short-term key
# Other clouds and hosts.
LTAI [^\W_]{12,26}(?![^\W_]) Alibaba key
AKID [^\W_]{32}(?![^\W_]) Tencent key
AQVN [\w-]{30,60} Yandex key
t1.9 [\w-]{40,200}\.[\w-]{60,200} Yandex token
do [a-z]_v1_[\da-f]{32,80} DigitalOcean token
DO00 [A-Z0-9]{16}(?![^\W_]) DigitalOcean Spaces key
v1.0- [\da-f]{20,30}-[\da-f]{100,160} Cloudflare origin key
cf (?:ut|at|k)_[\w-]{36,80} Cloudflare token
HRKU- [\w-]{30,80} Heroku key
vc [pciark]_[^\W_]{24,100} Vercel token
vercel_blob_rw_ \w{20,80} Vercel blob token
nf [pcoub]_[^\W_]{30,50} Netlify token
fm [12][ar]?_[A-Za-z0-9+/=,_-]{40,3000} Fly.io token
fo1_ [\w-]{30,60} Fly.io token
rnd_ [^\W_]{20,40} Render key
SCW [A-Z0-9]{17}(?![^\W_]) Scaleway key
tsec_ [\w-]{30,80} Tigris secret
lin_ (?:api|oauth|wh)_[^\W_]{20,80} Linode token
tskey- [a-z]{2,12}-[A-Za-z0-9-]{16,80} Tailscale key
ngrok_api_ [^\W_]{30,60} ngrok key
# Databases.
sbp_ (?:oauth_)?[\da-f]{32,60} Supabase token
sb_secret_ [\w-]{20,60} Supabase secret key
pscale_ (?:pw|tkn|oauth)_[A-Za-z0-9_.=-]{30,80} PlanetScale password
dapi [\da-f]{32}(?:-\d)? Databricks token
dose [\da-f]{32} Databricks secret
napi_ [^\W_]{40,80} Neon key
xau_ [^\W_]{30,60} Xata key
AVNS_ [\w-]{12,40} Aiven password
mdb_sa_sk_ [\w-]{30,80} MongoDB Atlas secret
CCDB1_ \w{20,100} CockroachDB key
4b1d [^\W_]{38}(?![^\W_]) ClickHouse Cloud key
prisma+postgres:// [^\s"']{20,3000} Prisma key
# Vault: Tokens; Doppler Docs: Auth token formats; Terraform Cloud stands among the shapes.
hv s\.[\w-]{20,300}|[br]\.[\w-]{60,500} Vault token
s. (?=[A-Za-z]{0,23}\d)[^\W_]{24}(?![A-Za-z0-9_.]) Vault token
dp. (?:pt|st|ct|sa|scim|audit|said)\.(?:[a-z0-9_-]{2,35}\.)?[^\W_]{40,50} Doppler token
st. [\da-fA-F]{24}\.[\da-fA-F]{32}\.[\da-fA-F]{32} Infisical token
ops_eyJ [A-Za-z0-9_=-]{100,2000} 1Password service account
A3- [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3} 1Password secret key
0. UUID\.[^\W_]{20,40}:[A-Za-z0-9+/=]{16,40} Bitwarden token
AGE-SECRET-KEY-1 [A-Z0-9]{40,80} age key
AGE-PLUGIN- [A-Z0-9-]{30,200} age plugin key
pul- [\da-f]{32,60} Pulumi token
# Work and design.
ntn_ [^\W_]{40,60} Notion token
secret_ [^\W_]{40,60}(?![^\W_]) Notion token
fig (?:d|u|oh|or|uh|ur)_[\w-]{30,80} Figma token
AT (?:ATT3|CTT3|STT3)[A-Za-z0-9+/_=-]{40,400} Atlassian token
ATBB [^\W_]{28,40} Bitbucket password
BBDC- [A-Za-z0-9+/=]{30,60} Bitbucket server token
ATTA [\da-fA-F]{60,80} Trello token
1/ \d{10,20}:[\da-f]{32} Asana token
2/ \d{10,20}/\d{10,20}:[\da-f]{32} Asana token
pat [^\W_]{14}\.[\da-fA-F]{40,80} Airtable token
pat- (?:na|eu|ap)\d-UUID HubSpot token
sl. (?:u\.)?[\w-]{100,2000} Dropbox token
tfp_ [A-Za-z0-9_=.-]{40,80} Typeform token
CFPAT- [\w-]{40,60} Contentful token
pk_ \d{5,12}_[^\W_]{30,40} ClickUp token
dG9rO [A-Za-z0-9+/]{40,80}={0,2} Intercom token
cal_ (?:live_)?[\da-fA-F]{30,40} Cal.com key
fio-u- [\w-]{50,80} Frame.io token
rdme_ [a-z0-9]{60,80} ReadMe key
n8n_api_ [\w-]{30,500} n8n key
retool_ [\w-]{26,60} Retool token
# Chat and social networks.
mfa. [\w-]{60,100} Discord password
discord.com/api/webhooks/ \d{10,24}/[\w-]{40,100} Discord webhook
discordapp.com/api/webhooks/ \d{10,24}/[\w-]{40,100} Discord webhook
webhook.office.com/ (?:webhookb2)/[A-Za-z0-9@/-]{40,300} Teams webhook
hooks.zapier.com/ hooks/catch/\d{3,12}/[A-Za-z0-9/]{5,40} Zapier webhook
maker.ifttt.com/ (?:trigger/[\w-]{1,80}/(?:json/)?with/|use/)(?:key/)?[\w-]{20,60} IFTTT webhook
EAA [^\W_]{90,500} Facebook token
IG [QA]?[A-Z]{1,4}[^\W_]{100,300} Instagram token
AAAAAAAAAAAAAAAAAAA [^\W_]{10,80}%[A-Za-z0-9%]{10,120} X bearer token
WPL_AP1. [A-Za-z0-9.]{10,60}={0,2} LinkedIn secret
oauth: [a-z0-9]{30}(?![^\W_]) Twitch token
# Discord Developer Platform: Reference (a bot token begins with the id of the bot in base64, that is with a digit).
MD [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
MT [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
Mj [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
Mz [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
ND [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
NT [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
Nj [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
Nz [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
OD [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
OT [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40} Discord bot token
# Mail.
SG. [\w-]{16,30}\.[\w-]{30,60} SendGrid key
key- [\da-f]{32}(?![^\W_]) Mailgun key
pubkey- [\da-f]{32}(?![^\W_]) Mailgun key
md- [\w-]{22}(?![\w-]) Mandrill key
xkeysib- [\da-f]{40,80}-[^\W_]{10,24} Brevo key
re_ [^\W_]{6,12}_[^\W_]{18,40} Resend key
SK [\da-f]{32}(?![0-9A-Za-z]) Twilio key
pk_ [\da-f]{34}(?![0-9A-Za-z]) Klaviyo key
secret- (?:live|test)-[\w-]{20,80} Knock, Loops or Stytch key
sk.eyJ [\w-]{20,300}\.[\w-]{16,60} Mapbox token
# Watching, testing, building.
NR (?:AK|JS|II|RA|AA|IQ|BR|SP)-[\w-]{16,64} New Relic key
ddpat_ [\w-]{20,100} Datadog token
sntry s_eyJ[A-Za-z0-9+/=_-]{60,800}|[ua]_[\da-f]{60,70} Sentry token
glsa_ [^\W_]{30,40}_[0-9a-fA-F]{8} Grafana token
glc_ [A-Za-z0-9+/]{30,600}={0,3} Grafana Cloud token
eyJrIjoi [A-Za-z0-9+/]{40,400}={0,3} Grafana key
hc [a-z]{2,4}_[a-z0-9]{40,80} Honeycomb key
dt0 [a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64} Dynatrace token
ph [xs]_[^\W_]{30,60} PostHog key
sdk- UUID LaunchDarkly key
api- UUID LaunchDarkly key
PMA [KT]-[0-9A-Za-z-]{24,70} Postman key
sq [apu]_[\da-f]{36,48} SonarQube token
snyk_ [us]at\.[\da-f]{8}\.[\w-]{30,400} Snyk token
CCIP (?:AT|RJ)_[^\W_]{10,40}_[\da-f]{40} CircleCI token
bk (?:ua|ct|aj|ar|at|pi|pt)_[0-9A-Za-z]{32,80} Buildkite token
sgp_ (?:[0-9a-fA-F]{16}_|local_)?[0-9a-fA-F]{40} Sourcegraph token
slk_ [\da-f]{64} Sourcegraph licence
pn [ub]_[^\W_]{36} Prefect key
ico- [^\W_]{32} Infracost key
signkey- [a-z]{2,12}-[\da-f]{32,64} Inngest key
tr_ (?:dev|prod|stg|preview|pat)_[^\W_]{16,60} Trigger.dev key
depot_ (?:[a-z]{2,10}_)?[^\W_]{16,40}_?[^\W_]{20,80} Depot token
dbt [cu]_[\w-]{30,80} dbt token
chpt_ [^\W_]{12,40} Chromatic token
apify_ (?:api|proxy)_[^\W_]{30,50} Apify token
pat. [\w-]{22}\.[\da-f]{24}\.[^\W_]{20} Harness token
sat. [\w-]{22}\.[\da-f]{24}\.[^\W_]{20} Harness token
API- [A-Z0-9]{26,32}(?![^\W_]) Octopus key
tk-us- [\w-]{40,60} Scalingo token
cy_ [^\W_]{30,60} Codacy or Cypress key
sec-c- [A-Za-z0-9+/=]{40,80} PubNub key
mmk_ [^\W_]{30,60} MaxMind key
MMK_ [^\W_]{30,60} MaxMind key
sk [^\W_]{150,250}(?![^\W_]) Stack Overflow or Sanity token
# RFC 7519: JSON Web Token; Grafana's and Mapbox's begin the same way and stand above.
eyJ [\w-]{10,2000}\.[\w-]{10,4000}(?:\.[\w-]{10,3000})(?:\.[\w-]{10,3000}){0,2} JSON web token
# Wallets. BIP-32: Hierarchical Deterministic Wallets; NIP-19: bech32-encoded entities.
xprv [^\W_]{90,120} extended private key
nsec1 [a-z0-9]{58} Nostr key
LS0tLS1CRUdJTi [A-Za-z0-9+/]{40,20000}={0,2} base64 of a private key
`

/** Without a beginning of their own: a literal that the text must hold, the pattern of the whole, the kind. */
export const VENDOR_SHAPES = String.raw`
.atlasv1. \b[^\W_]{14}\.atlasv1\.[\w=-]{40,100} Terraform Cloud token
NRAL \b[\da-f]{36}NRAL\b New Relic licence
Q~ [\w~.-]{3}\dQ~[\w~.-]{31,34} Azure client secret
AZDO \b[^\W_]{75,76}AZDO[^\W_]{4}\b Azure DevOps token
AzCa \b[^\W_]{52}AzCa[A-Za-z0-9+/=]{20,40} Azure key
JQQJ99 \b[^\W_]{52}JQQJ99[^\W_]{26}\b Azure key
+ASt [A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}== Azure storage key
:AA (?:\b|bot)\d{8,10}:AA[\w-]{32,35} Telegram bot token
:fx \bUUID:fx\b DeepL key
- \b[\da-f]{32}-(?:us\d{1,2}|[\da-f]{8}-[\da-f]{8})\b Mailchimp or Mailgun key
# crypt(5): passphrase hashing methods; Apache HTTP Server: Password Formats.
$2 \$2[abxy]\$[^\s:"',]{20,300} password hash
$apr1$ \$apr1\$[^\s:"',]{20,300} password hash
$1$ \$1\$[^\s:"',]{20,300} password hash
$5$ \$5\$[^\s:"',]{20,300} password hash
$6$ \$6\$[^\s:"',]{20,300} password hash
$y$ \$y\$[^\s:"',]{20,300} password hash
$argon2 \$argon2(?:id|i|d)\$[^\s:"']{30,300} password hash
SHA} \{S?SHA\}[A-Za-z0-9+/]{27,60}={0,2} password hash
pbkdf2 \bpbkdf2[:_]sha\d{1,3}[:$][^\s"']{30,300} password hash
`
