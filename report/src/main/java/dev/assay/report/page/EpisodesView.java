package dev.assay.report.page;

import dev.assay.analysis.EpisodeAnalysis;
import dev.assay.analysis.EpisodeAnalysis.WindowAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.evidence.CatchUp;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LatencyMetric;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What happened during a trial, and what others saw of it.
 *
 * @param events what was done, in order
 * @param catchUps how consumer groups that were behind caught up
 * @param episodes before, during and after each
 */
public record EpisodesView(List<String> events, List<String> catchUps, List<Episode> episodes) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** One episode, a row for each window. */
    public record Episode(String title, List<Row> rows) {}

    /**
     * One window.
     *
     * @param cells as {@link #COLUMNS} has them
     */
    public record Row(String window, List<String> cells) {}

    /** Headings of what is shown of a window. */
    public static final List<String> COLUMNS = List.of(
            "from – to", "acknowledged", "response p50", "response p99", "end-to-end p50", "end-to-end p99", "n");

    /** The view of that trial. */
    public static EpisodesView of(TrialAnalysis analysis) {
        return new EpisodesView(
                analysis.trial().events().stream().map(EpisodesView::event).toList(),
                analysis.catchUps().stream().map(EpisodesView::catchUp).toList(),
                analysis.episodes().stream().map(EpisodesView::episode).toList());
    }

    /** Whether nothing happened. */
    public boolean empty() {
        return events.isEmpty() && catchUps.isEmpty();
    }

    private static String event(ExecutedEvent event) {
        String when = seconds(event.startNanos() / NANOS_PER_SECOND);
        boolean took = event.endNanos() - event.startNanos() >= NANOS_PER_SECOND / 10;
        return when + (took ? " to " + seconds(event.endNanos() / NANOS_PER_SECOND) : "") + ": " + event.action()
                + (event.detail().isEmpty() ? "" : " (" + event.detail() + ")") + ", " + event.name();
    }

    private static String catchUp(CatchUp catchUp) {
        String begin = "%s began at %s with a backlog of %,.0f messages, "
                .formatted(catchUp.subscription(), seconds(catchUp.beganSeconds()), catchUp.backlogMessages());
        String end = catchUp.lengthSeconds().isPresent()
                ? "and had caught up after " + seconds(catchUp.lengthSeconds().getAsDouble())
                : "and never caught up";
        return begin
                + end
                + rate("; it read %s between 10 %% and 90 %% of that backlog", catchUp.messagesPerSecond())
                + rate(", %s in the best 10 s", catchUp.bestPerSecond())
                + fromDisk(catchUp.fractionOfDisk());
    }

    private static String fromDisk(OptionalDouble fraction) {
        return fraction.isPresent()
                ? String.format(
                        Locale.ROOT,
                        "; servers fetched %.0f %% of the backlog's bytes from disks meanwhile",
                        100 * fraction.getAsDouble())
                : "";
    }

    private static String rate(String text, OptionalDouble rate) {
        return rate.isPresent() ? text.formatted(Formats.rate(rate.getAsDouble())) : "";
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private static Episode episode(EpisodeAnalysis episode) {
        return new Episode(
                episode.title(),
                episode.windows().stream().map(EpisodesView::row).toList());
    }

    private static Row row(WindowAnalysis window) {
        return new Row(
                window.name(),
                Stream.of(
                                seconds(window.fromSeconds()) + " – " + seconds(window.toSeconds()),
                                Formats.rate(window.ackedPerSecond()),
                                quantile(window, LatencyMetric.RESPONSE, 50),
                                quantile(window, LatencyMetric.RESPONSE, 99),
                                quantile(window, LatencyMetric.END_TO_END, 50),
                                quantile(window, LatencyMetric.END_TO_END, 99),
                                Formats.count(window.latency(LatencyMetric.RESPONSE)
                                        .map(summary -> summary.samples())
                                        .orElse(0L)))
                        .toList());
    }

    private static String quantile(WindowAnalysis window, LatencyMetric metric, double percent) {
        return window.latency(metric).stream()
                .flatMap(summary -> summary.quantiles().stream())
                .filter(quantile -> quantile.percent() == percent)
                .map(quantile -> LatencyUnit.text(quantile.nanos()) + (quantile.supported() ? "" : " †"))
                .findFirst()
                .orElse("none");
    }
}
