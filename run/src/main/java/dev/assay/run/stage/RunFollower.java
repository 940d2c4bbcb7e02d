package dev.assay.run.stage;

import dev.assay.run.event.TrialAudience;
import java.nio.file.Path;

/** Serves people and programs that follow a run over the network; has its port from the moment it is made. */
public interface RunFollower extends AutoCloseable {
    TrialAudience audience();

    /**
     * Begins to answer.
     *
     * @param directory of the run
     * @param scenario its name
     * @return the address, for people
     */
    String serve(Path directory, String scenario);

    /**
     * Reports the end of the run, which has its report if there is one.
     *
     * @param cancellation ends any waiting for clients that have not seen the end yet; cancelled already where the run was interrupted
     */
    void end(Cancellation cancellation);

    @Override
    void close();
}
