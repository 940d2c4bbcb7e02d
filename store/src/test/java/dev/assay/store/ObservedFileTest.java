package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.ObservedMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedFileTest {
    @Test
    void isReadBackAsItWasWritten(@TempDir Path folder) {
        Map<String, ObservedMachine> machines = Map.of(
                "a", new ObservedMachine(List.of("broker-1", "bookie-1"), 2, CalibrationStatus.NEVER),
                "b", new ObservedMachine(List.of(), 0, CalibrationStatus.NOT_RECORDED));
        ObservedFile.write(folder, machines);

        assertThat(ObservedFile.read(folder)).isEqualTo(machines);
    }

    @Test
    void aTrialWithoutObserversHasNone(@TempDir Path folder) {
        ObservedFile.write(folder, Map.of());

        assertThat(folder).isEmptyDirectory();
        assertThat(ObservedFile.read(folder)).isEmpty();
    }
}
