package dev.assay.report;

import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.TransferRate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class SampleCalibration {
    private SampleCalibration() {}

    static Calibration some() {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                MachineFingerprint.of("here", Map.of()),
                List.of(),
                1,
                List.of(),
                Optional.empty(),
                new LoopbackCalibration(some, new TransferRate(1e9, 65536, 10)),
                some,
                100_000,
                some);
    }
}
