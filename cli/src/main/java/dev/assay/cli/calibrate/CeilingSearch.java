package dev.assay.cli.calibrate;

import dev.assay.core.calibration.HarnessCeiling;
import java.util.Optional;

/** A way to find the highest rate that the harness sustains by itself. */
public interface CeilingSearch {
    /**
     * The ceiling with so many subscriptions; empty where no rate was sustained, or when it was cancelled.
     *
     * @throws dev.assay.cli.exit.CommandFailure when it can't be found
     */
    Optional<HarnessCeiling> find(int subscriptions);
}
