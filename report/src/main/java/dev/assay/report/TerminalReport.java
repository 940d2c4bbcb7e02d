package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.SubscriptionDelivery;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import dev.assay.report.figure.Figures;
import dev.assay.report.figure.SystemText;
import dev.assay.report.page.Headline;
import dev.assay.report.page.LatencyTable;
import dev.assay.report.page.ProvenBox;
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
        report.run(analysis);
        if (!analysis.proofs().isEmpty()) {
            ProofText.write(analysis.proofs(), report.text);
        }
        analysis.trials().forEach(trial -> report.trial(trial, ProvenBox.of(trial.trial(), analysis)));
        return report.text.toString();
    }

    private void run(RunAnalysis analysis) {
        Headline headline = Headline.of(analysis);
        text.bold(analysis.run().scenario());
        text.line("run " + analysis.run().id() + ", " + headline.tally());
        text.graded(headline.grade(), headline.word() + ": " + headline.sentence());
        Headline.besideTrials(analysis)
                .ifPresent(proofs ->
                        text.graded(proofs.grade(), proofs.tally() + ". " + proofs.word() + ": " + proofs.sentence()));
    }

    private void trial(TrialAnalysis analysis, ProvenBox proven) {
        TrialRecord trial = analysis.trial();
        text.blank();
        text.bold("#" + trial.number() + " " + trial.label());
        text.graded(
                trial.verdict().grade(),
                INDENT + Headline.mark(trial.verdict().grade()) + " "
                        + trial.verdict().grade());
        trial.verdict().reasons().forEach(this::reason);
        text.line(INDENT + SystemText.name(trial.system()) + ", "
                + trial.system().client() + ", " + SystemText.deployment(trial.system()));
        text.line(INDENT + SystemText.durability(trial.durability()));
        proven(proven);
        text.line(INDENT + "offered " + Figures.rate(trial.offeredPerSecond()) + ", achieved "
                + Figures.rate(analysis.achievedPerSecond()) + ", messages of " + Figures.bytes(trial.messageBytes())
                + ", measured for " + Figures.measuredFor(trial));
        latencies(LatencyTable.of(analysis.latencies()));
        delivery(trial.delivery());
    }

    private void proven(ProvenBox proven) {
        String line = INDENT + "durability " + proven.sentence();
        proven.tone().ifPresentOrElse(tone -> text.graded(tone, line), () -> text.dim(line));
    }

    private void reason(Reason reason) {
        text.graded(reason.severity(), INDENT + reason.severity() + " " + reason.code() + ": " + reason.cause());
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
        table.columns().forEach(column -> head.append(figure(column, true)));
        text.dim(head.append(String.format(Locale.ROOT, "%14s", "n")).toString());
        table.rows().forEach(this::latency);
        if (table.hasWeakFigures()) {
            text.dim(INDENT + "* fewer than ten samples lie above this figure: it says little");
        }
    }

    private void latency(LatencyTable.Row row) {
        StringBuilder line = new StringBuilder(INDENT)
                .append(String.format(Locale.ROOT, "%-11s", row.metric().title()));
        row.cells().forEach(cell -> line.append(figure(cell.text(), cell.supported())));
        line.append(String.format(Locale.ROOT, "%14s", Figures.count(row.samples())));
        if (row.headline()) {
            text.bold(line.toString());
        } else {
            text.line(line.toString());
        }
    }

    private static String figure(String text, boolean supported) {
        return String.format(Locale.ROOT, "%7s%s", text, supported ? " " : "*");
    }

    private void delivery(Delivery delivery) {
        text.blank();
        text.line(INDENT + "delivery, in messages of all phases");
        text.line(INDENT + INDENT + Figures.count(delivery.scheduled()) + " scheduled, "
                + Figures.count(delivery.unsent()) + " unsent, " + Figures.count(delivery.acked()) + " acknowledged, "
                + Figures.count(delivery.failed()) + " failed, " + Figures.count(delivery.unknown()) + " unknown"
                + unusual(delivery.violations(), "reported twice"));
        delivery.subscriptions().forEach(this::subscription);
    }

    private void subscription(SubscriptionDelivery delivery) {
        text.graded(
                delivery.clean() ? Grade.VALID : Grade.INVALID,
                INDENT + (delivery.clean() ? "✓ " : "✕ ") + delivery.subscription() + ": "
                        + Figures.count(delivery.received()) + " received, "
                        + Figures.count(delivery.lost()) + " lost, "
                        + Figures.count(delivery.duplicated()) + " duplicated, "
                        + Figures.count(delivery.outOfOrder()) + " out of order, "
                        + Figures.count(delivery.corrupted()) + " corrupted, "
                        + Figures.count(delivery.unexpected()) + " unexpected"
                        + unusual(delivery.recovered(), "recovered"));
    }

    private static String unusual(long count, String what) {
        return count == 0 ? "" : ", " + Figures.count(count) + " " + what;
    }
}
