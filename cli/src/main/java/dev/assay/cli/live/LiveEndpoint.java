package dev.assay.cli.live;

import dev.assay.model.exit.CommandFailure;
import dev.assay.report.page.LivePage;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.serve.SideServer;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.RunFollower;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Serves a live page of a run to browsers, at an address with a token made for the run. */
public final class LiveEndpoint implements RunFollower {
    /** Limits the threads; a waiting page occupies one, and more pages than that wait until one is free. */
    private static final int THREADS = 16;

    private final SideServer server;
    private final LiveRun run = new LiveRun();
    private @Nullable LiveHandler handler;
    private boolean closed;

    private LiveEndpoint(SideServer server) {
        this.server = server;
    }

    /**
     * Binds the port, and does not answer yet.
     *
     * @throws CommandFailure when the port can't be bound
     */
    public static LiveEndpoint bind(HostPort listen) {
        return new LiveEndpoint(SideServer.bind("--live", listen, THREADS));
    }

    @Override
    public TrialAudience audience() {
        return trial -> run.begin(
                ProcessRedactor.known().masked(trial.folder()),
                trial.spec().system().system());
    }

    @Override
    public String serve(Path directory, String scenario) {
        Path report = directory.resolve("report.html");
        LivePage page = new LivePage(
                String.valueOf(directory.getFileName()), scenario, WireProtocol.assayVersion(), report.toString());
        WorkerToken token = WorkerToken.random();
        handler = new LiveHandler(token, run, page, report);
        server.start(handler);
        return "live: http://%s/%s/%s"
                .formatted(
                        server.address(),
                        token.text(),
                        server.isLocal() ? "" : " (unencrypted: whoever sees it on its way can read the page)");
    }

    public HostPort address() {
        return server.address();
    }

    /** Lets open pages turn into the report. */
    @Override
    public void end(Cancellation cancellation) {
        end();
    }

    private void end() {
        run.end("The run has ended without a report; its terminal says why.");
    }

    /** Stops answering. Open pages have a moment to fetch the report; without open pages there is no wait. */
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
