package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds what a run tells clients of their system to what workers that somebody else started accept. */
class CallersConnectionsTest {
    private static final Path SCENARIOS = Path.of("..", "scenarios");

    @Test
    void whatShippedScenariosTellClientsOfTheirSystemIsTakenByWorkersStartedElsewhere() throws Exception {
        Set<String> systems = new TreeSet<>();
        for (Path path : scenarios()) {
            ScenarioFile file = ScenarioFile.read(path.toString(), Files.readString(path), List.of(), Set.of());
            for (PlannedTrial trial : file.plan().trials()) {
                SystemSpec system = trial.spec().system();
                systems.add(system.system());
                assertThat(OutsideSettings.beside(system.getClass())
                                .problems(
                                        system.system(),
                                        SystemDeployment.connectionToCome(trial.spec()),
                                        VendorSettings.NONE,
                                        AllowedFolders.NONE))
                        .as(path.getFileName() + ", " + trial.label())
                        .isEmpty();
            }
        }
        assertThat(systems).contains("kafka", "memory", "nats", "pulsar", "rabbitmq");
    }

    private static List<Path> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }
}
