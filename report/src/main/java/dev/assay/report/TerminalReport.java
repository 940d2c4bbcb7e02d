package dev.assay.report;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.SteadyText;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.MessageText;
import dev.assay.report.figure.SecondReadingText;
import dev.assay.report.figure.SystemText;
import dev.assay.report.figure.VerdictText;
import dev.assay.report.page.BottleneckView;
import dev.assay.report.page.CapacityView;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.EpisodesView;
import dev.assay.report.page.FigureCell;
import dev.assay.report.page.FigureNotes;
import dev.assay.report.page.Headline;
import dev.assay.report.page.LatencyTable;
import dev.assay.report.page.PhaseSection;
import dev.assay.report.page.VerificationStatusView;
import dev.assay.report.page.VerificationView;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.report.view.TerminalText;
import java.util.List;
import java.util.Locale;

/** Renders a run as text for a terminal: verdict, latencies and delivery of each trial, at most 100 columns wide. */
public final class TerminalReport {
    private static final String INDENT = "  ";
    private final TerminalText text;

    private TerminalReport(boolean ansi) {
        this.text = new TerminalText(ansi);
    }

    /**
     * The report as lines that end with a line feed.
     *
     * @param ansi whether to colour it with ANSI escape sequences; verdicts are words in any case
     */
    public static String render(RunAnalysis analysis, boolean ansi) {
        TerminalReport report = new TerminalReport(ansi);
        head(analysis, report.text);
        sections(analysis, report.text, true);
        analysis.trials().forEach(trial -> report.trial(trial, VerificationStatusView.of(trial.trial(), analysis)));
        return report.text.toString();
    }

    /** What comes before any trial: the verdict on the run, and what it found. */
    static void head(RunAnalysis analysis, TerminalText text) {
        Headline headline = Headline.of(analysis);
        text.bold(analysis.run().scenario());
        text.line("run " + analysis.run().id() + ", " + headline.tally());
        analysis.run()
                .choices()
                .filter(choices -> !analysis.run().findings().isEmpty()
                        && !(choices.blocks().equals("1 block")
                                && !analysis.run().capacities().isEmpty()))
                .ifPresent(choices -> text.line("repeated in " + choices.blocks()));
        analysis.run().findings().forEach(finding -> text.line(INDENT + finding));
        CalibrationStatus calibration = analysis.run().calibration();
        if (calibration.calibration().isPresent() && !calibration.note().isEmpty()) {
            text.line(calibration.note());
        }
        text.graded(headline.grade(), headline.word() + ": " + headline.sentence());
        ComparisonView.within(analysis)
                .ifPresent(comparison -> comparison.findings().forEach(text::bold));
        Headline.ofVerifications(analysis)
                .ifPresent(verifications -> text.graded(
                        verifications.grade(),
                        verifications.tally() + ". " + verifications.word() + ": " + verifications.sentence()));
    }

    /** What is told of the run as a whole; figures of trials are elsewhere. */
    static void sections(RunAnalysis analysis, TerminalText text, boolean all) {
        TerminalRenderer.write(VerificationView.of(analysis.verifications()), text, all);
        TerminalRenderer.write(CapacityView.of(analysis), text, all);
    }

    private void trial(TrialAnalysis analysis, VerificationStatusView verified) {
        TrialRecord trial = analysis.trial();
        text.blank();
        text.bold("#" + trial.number() + " " + trial.label());
        text.graded(
                analysis.verdict().grade(),
                INDENT + Headline.mark(analysis.verdict().grade()) + " "
                        + analysis.verdict().grade());
        VerdictText.changed(analysis).ifPresent(changed -> text.bold(INDENT + "judged afresh: " + changed));
        analysis.verdict().reasons().forEach(reason -> reason(VerdictText.prefix(analysis, reason.phase()), reason));
        analysis.verdict()
                .findings()
                .forEach(finding -> text.line(INDENT + VerdictText.kind(finding) + ": " + finding.code() + ": "
                        + VerdictText.prefix(analysis, finding.phase()) + finding.cause()));
        text.line(INDENT + SystemText.name(trial.system()) + ", "
                + trial.system().client() + ", " + SystemText.deployment(trial.system()));
        SystemText.disks(trial).ifPresent(disks -> text.line(INDENT + disks));
        text.line(INDENT + SystemText.durability(trial.durability()));
        verified(verified);
        MessageText.unusual(trial)
                .forEach((name, value) -> text.line(INDENT + name.toLowerCase(Locale.ROOT) + ": " + value));
        trial.steady().forEach(seen -> text.line(INDENT + "phase " + seen.phase() + ": " + SteadyText.of(seen)));
        boolean several = analysis.measured().size() > 1;
        analysis.measured().forEach(phase -> phase(analysis, phase, several));
        episodes(EpisodesView.of(analysis));
        delivery(trial.delivery());
        SecondReadingText.lines(trial.drain()).forEach(line -> text.line(INDENT + INDENT + line));
    }

    /** What happened during the trial. */
    private void episodes(EpisodesView view) {
        if (view.empty()) {
            return;
        }
        text.blank();
        text.line(INDENT + "events");
        view.events().forEach(event -> text.line(INDENT + INDENT + event));
        view.catchUps().forEach(catchUp -> text.line(INDENT + INDENT + catchUp));
        for (EpisodesView.Episode episode : view.episodes()) {
            text.line(INDENT + INDENT + episode.title() + ", as seen by those who tail");
            for (EpisodesView.Row row : episode.rows()) {
                text.line(INDENT + INDENT + INDENT + row.window() + " " + cells(row.cells()));
            }
        }
    }

    private static String cells(List<String> cells) {
        StringBuilder line = new StringBuilder(cells.getFirst());
        for (int i = 1; i < cells.size(); i++) {
            line.append(", ").append(EpisodesView.COLUMNS.get(i)).append(' ').append(cells.get(i));
        }
        return line.toString();
    }

    private void phase(TrialAnalysis analysis, PhaseAnalysis phase, boolean several) {
        PhaseSection section = PhaseSection.of(phase);
        if (several) {
            Grade grade = phase.verdict().grade();
            text.blank();
            text.graded(
                    grade,
                    INDENT + Headline.mark(grade) + " phase " + section.name() + ", " + section.about() + ": " + grade);
        }
        text.line(INDENT + "offered " + Formats.rate(phase.offeredPerSecond()) + ", achieved "
                + Formats.rate(phase.achievedPerSecond()) + ", messages of " + MessageText.size(analysis.trial())
                + ", measured for " + Formats.seconds(Formats.lengthSeconds(phase.phase())));
        BottleneckView.of(analysis, phase, "").ifPresent(this::limit);
        latencies(section.latencies());
        section.groups().forEach(this::group);
    }

    private void limit(BottleneckView limit) {
        text.bold(INDENT + "limit: " + limit.headline());
        limit.evidence().forEach(line -> text.line(INDENT + INDENT + line));
        limit.fractions().forEach(line -> text.line(INDENT + INDENT + line));
        limit.costs().forEach(line -> text.line(INDENT + INDENT + line));
        if (!limit.coincidences().isEmpty()) {
            text.line(INDENT + "coincided with latency spikes");
            limit.coincidences().forEach(line -> text.line(INDENT + INDENT + line));
            text.dim(INDENT + INDENT + limit.note());
        }
    }

    private void group(PhaseSection.GroupRow group) {
        StringBuilder line = new StringBuilder(INDENT + group.title() + ": ");
        for (int i = 0; i < group.cells().size(); i++) {
            FigureCell cell = group.cells().get(i);
            line.append(i == 0 ? "" : ", ")
                    .append(PhaseSection.GROUP_COLUMNS.get(i))
                    .append(' ')
                    .append(cell.text())
                    .append(cell.marks());
        }
        text.line(line.toString());
    }

    private void verified(VerificationStatusView verified) {
        String line = INDENT + "durability " + verified.sentence();
        verified.tone().ifPresentOrElse(tone -> text.graded(tone, line), () -> text.dim(line));
    }

    private void reason(String phase, Reason reason) {
        text.graded(
                reason.severity(), INDENT + reason.severity() + " " + reason.code() + ": " + phase + reason.cause());
        text.line(INDENT + INDENT + "next: " + reason.action());
    }

    private void latencies(LatencyTable table) {
        text.blank();
        if (table.rows().isEmpty()) {
            text.line(INDENT + "no latency was recorded in the measured phase");
            return;
        }
        StringBuilder head = new StringBuilder(INDENT)
                .append(String.format(Locale.ROOT, "%-11s", table.unit().symbol()));
        table.columns().forEach(column -> head.append(figure(column, "")));
        text.dim(head.append(String.format(Locale.ROOT, "%14s", "n")).toString());
        table.rows().forEach(this::latency);
        table.remarks().forEach(remark -> text.dim(INDENT + remark));
        FigureNotes notes = table.notes();
        notes.legend().forEach(mark -> text.dim(INDENT + mark));
        notes.causes().forEach(cause -> text.dim(INDENT + INDENT + cause));
    }

    private void latency(LatencyTable.Row row) {
        StringBuilder line = new StringBuilder(INDENT).append(String.format(Locale.ROOT, "%-11s", row.title()));
        row.cells().forEach(cell -> line.append(figure(cell.text(), cell.marks())));
        line.append(String.format(Locale.ROOT, "%14s", Formats.count(row.samples())));
        if (row.headline()) {
            text.bold(line.toString());
        } else {
            text.line(line.toString());
        }
    }

    /** The marks take the place of the gap between two columns. */
    private static String figure(String text, String marks) {
        return String.format(Locale.ROOT, "%7s%-1s", text, marks);
    }

    private void delivery(Delivery delivery) {
        text.blank();
        text.line(INDENT + "delivery, in messages of all phases");
        text.line(INDENT + INDENT + Formats.count(delivery.scheduled()) + " scheduled, "
                + Formats.count(delivery.unsent()) + " unsent, " + Formats.count(delivery.acked()) + " acknowledged, "
                + Formats.count(delivery.failed()) + " failed, " + Formats.count(delivery.unknown()) + " unknown"
                + unusual(delivery.violations(), "reported twice"));
        delivery.subscriptions().forEach(this::subscription);
    }

    private void subscription(SubscriptionDelivery delivery) {
        text.graded(
                delivery.clean() ? Grade.VALID : Grade.INVALID,
                INDENT + (delivery.clean() ? "✓ " : "✕ ") + delivery.subscription() + ": "
                        + Formats.count(delivery.received()) + " received, "
                        + Formats.count(delivery.lost()) + " lost"
                        + unusual(delivery.undelivered(), "undelivered") + ", "
                        + Formats.count(delivery.duplicated()) + " duplicated, "
                        + Formats.count(delivery.outOfOrder()) + " out of order, "
                        + Formats.count(delivery.corrupted()) + " corrupted, "
                        + Formats.count(delivery.unexpected()) + " unexpected"
                        + unusual(delivery.recovered(), "recovered"));
    }

    private static String unusual(long count, String what) {
        return count == 0 ? "" : ", " + Formats.count(count) + " " + what;
    }
}
