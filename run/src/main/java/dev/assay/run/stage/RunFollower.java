package dev.assay.run.stage;

import dev.assay.run.event.TrialAudience;
import java.nio.file.Path;

/** Somebody who follows a run over the network while it goes on; has its port from the moment it is made. */
public interface RunFollower extends AutoCloseable {
    /** Listens to the trials of the run. */
    TrialAudience audience();

    /**
     * Begins to answer.
     *
     * @param directory of the run
     * @param scenario its name
     * @return where, for people
     */
    String serve(Path directory, String scenario);

    /**
     * The run has ended, and has its report if there is one.
     *
     * @param cancellation ends any waiting for those who have not seen that yet; cancelled already where the run was interrupted
     */
    void end(Cancellation cancellation);

    /** Answers nothing any more. */
    @Override
    void close();
}
