package dev.assay.cli.run;

import dev.assay.cli.live.LiveEndpoint;
import dev.assay.model.result.RunRecord;
import dev.assay.model.trial.TrialListener;
import dev.assay.report.page.LivePage;
import dev.assay.run.Cancellation;
import dev.assay.run.Progress;
import dev.assay.run.TrialAudience;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.metrics.MetricsEndpoint;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.worker.wire.HostPort;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who can watch a run over the network while it goes on: those who scrape it, and those who follow it in a browser.
 *
 * @param metrics where it is scraped
 * @param live where it is followed
 */
record Watchers(Optional<MetricsEndpoint> metrics, Optional<LiveEndpoint> live) implements AutoCloseable {
    /** Nobody. */
    static final Watchers NONE = new Watchers(Optional.empty(), Optional.empty());

    /**
     * Takes the ports of those that are wanted, and answers nothing yet.
     *
     * @throws CommandFailure when one of them can't be had; none is held then
     */
    static Watchers bind(Optional<MetricsRequest> metrics, Optional<HostPort> live) {
        Watchers scraped = new Watchers(metrics.map(MetricsEndpoint::bind), Optional.empty());
        try {
            return new Watchers(scraped.metrics, live.map(LiveEndpoint::bind));
        } catch (CommandFailure e) {
            scraped.close();
            throw e;
        }
    }

    /** All who listen to a trial. */
    TrialAudience audience() {
        return trial ->
                TrialListener.all(Stream.of(metrics.map(MetricsEndpoint::audience), live.map(LiveEndpoint::audience))
                        .flatMap(Optional::stream)
                        .map(audience -> audience.of(trial))
                        .toList());
    }

    /** They are answered from now on, and people are told where. */
    void serve(Path directory, RunRecord record, Progress progress) {
        metrics.ifPresent(endpoint -> progress.say(endpoint.serve(directory)));
        Path report = directory.resolve("report.html");
        live.ifPresent(endpoint -> progress.say(endpoint.serve(
                new LivePage(record.id(), record.scenario(), record.assayVersion(), report.toString()), report)));
    }

    /**
     * The run has been reported: pages turn into the report, and whoever scrapes sees how it ended.
     *
     * @param waits whether scrapes are waited for
     */
    void end(Cancellation cancellation, boolean waits) {
        live.ifPresent(LiveEndpoint::end);
        if (waits && metrics.isPresent()) {
            cancellation.onCancel(metrics.get()::close);
            metrics.get().awaitLastScrape();
        }
    }

    /** Answers nothing any more. */
    @Override
    public void close() {
        live.ifPresent(LiveEndpoint::close);
        metrics.ifPresent(MetricsEndpoint::close);
    }
}
