// The values that the pages draw, by the names under which the server sends them. Types alone: no rule comes along.
export type {
  BriefPage,
  DiffSummary,
  FiguresPage,
  FileLines,
  FilesPage,
  FileSummary,
  ListsPage,
  LogPart,
  ReviewPage,
  RoundView,
  TaskItem,
  TaskPage,
  TasksPage,
  TimelineEntry,
  TimelinePage,
  WaitingPage,
  WaitingRow,
  WebReview,
  WebRow,
  WebSection,
} from '../../../domain/view/web.ts'
export type {
  AnswerRequest,
  ChangeNotice,
  CommentRequest,
  Done,
  WebRefusal,
  ViewedRequest,
} from '../../../contract/view/web.ts'
export type { Tone, ViewPart } from '../../../domain/view/part.ts'

import type { FileLines } from '../../../domain/view/web.ts'

export type LineBlock = FileLines['blocks'][number]
export type Line = LineBlock['lines'][number]
export type LineRemark = FileLines['remarks'][number]
export type CommentOnLine = Extract<LineRemark, { kind: 'comment' }>['comment']
