package dev.assay.cli.calibrate;

import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import java.util.Optional;

/** A way to find what the harness does by itself. */
public interface HarnessMeasurement {
    /**
     * The highest rate that it sustains with so many subscriptions; empty where none was sustained, or when it was cancelled.
     *
     * @throws dev.assay.run.exit.CommandFailure when it can't be found
     */
    Optional<HarnessCeiling> ceiling(int subscriptions);

    /**
     * What it adds to latencies at a low rate; empty when it was cancelled.
     *
     * @throws dev.assay.run.exit.CommandFailure when it can't be found
     */
    Optional<HarnessFloor> floor();
}
