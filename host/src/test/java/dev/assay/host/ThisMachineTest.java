package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the machine as it is. */
class ThisMachineTest {
    private final Machine machine = new ThisMachine();

    @Test
    void twoLooksSeeOneBootOfOneMachine() {
        assertThat(machine.name()).isNotBlank();
        assertThat(machine.bootId()).isEqualTo(new ThisMachine().bootId());
    }

    @Test
    void itTellsWhatItDoes() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/pressure/cpu")), "skipped: this kernel does not tell pressure");
        Machine.Watch watch = machine.watch();
        List<Sample> samples = watch.sample(System.nanoTime());

        assertThat(samples)
                .extracting(Sample::metric)
                .contains(
                        Metrics.HOST_CPU, Metrics.HOST_MEMORY_AVAILABLE, Metrics.HOST_PRESSURE, Metrics.HOST_LOOPBACK);
        assertThat(watch.limitations()).isEmpty();
    }

    @Test
    void whoeverKnowsItsNameInResultsAddsIt() {
        Sample sample = Metrics.HOST_PRESSURE.of(Labels.of(Labels.RESOURCE, "io"), 0.25);

        assertThat(HostSample.of("load-2", 5, List.of(sample)).samples())
                .containsExactly(Metrics.HOST_PRESSURE.of(
                        Labels.of(Labels.RESOURCE, "io").with(Labels.HOST, "load-2"), 0.25));
    }
}
