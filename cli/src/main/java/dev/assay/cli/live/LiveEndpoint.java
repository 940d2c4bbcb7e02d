package dev.assay.cli.live;

import dev.assay.report.page.LivePage;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.TrialAudience;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.serve.SideServer;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a browser follows a run while it goes on: at an address that has a token made for the run. */
public final class LiveEndpoint implements AutoCloseable {
    /** Each page that waits for news has one; whoever comes beyond that waits until one is free. */
    private static final int THREADS = 16;

    private final SideServer server;
    private final LiveRun run = new LiveRun();
    private @Nullable LiveHandler handler;
    private boolean closed;

    private LiveEndpoint(SideServer server) {
        this.server = server;
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @throws CommandFailure when it can't be had
     */
    public static LiveEndpoint bind(HostPort listen) {
        return new LiveEndpoint(SideServer.bind("--live", listen, THREADS));
    }

    /** Listens to the trials that are to be shown. */
    public TrialAudience audience() {
        return trial -> run.begin(
                ProcessRedactor.known().masked(trial.folder()),
                trial.spec().system().system());
    }

    /**
     * Begins to answer.
     *
     * @param report the file that the page turns into, once the run has ended
     * @return where, for people
     */
    public String serve(LivePage page, Path report) {
        WorkerToken token = WorkerToken.random();
        handler = new LiveHandler(token, run, page, report);
        server.start(handler);
        return "live: http://%s/%s/%s"
                .formatted(
                        server.address(),
                        token.text(),
                        server.isLocal() ? "" : " (unencrypted: whoever sees it on its way can read the page)");
    }

    /** Where it listens. */
    public HostPort address() {
        return server.address();
    }

    /** The run has ended, and its report is written if there is one: pages that are open are given it. */
    public void end() {
        run.end("The run has ended without a report; its terminal says why.");
    }

    /** Answers nothing any more. A page that is open has a moment to fetch the report; without one nothing is waited for. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        end();
        if (handler != null) {
            handler.awaitLastAnswers();
        }
        server.close();
    }
}
