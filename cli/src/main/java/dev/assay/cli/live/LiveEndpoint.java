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

/** Where a browser follows a run while it goes on: at an address that has a token made for the run. */
public final class LiveEndpoint implements RunFollower {
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

    /** Where it listens. */
    public HostPort address() {
        return server.address();
    }

    /** Pages that are open turn into the report. */
    @Override
    public void end(Cancellation cancellation) {
        end();
    }

    private void end() {
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
