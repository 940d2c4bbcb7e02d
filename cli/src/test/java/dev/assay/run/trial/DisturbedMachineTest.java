package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.host.Machine;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.trial.TrialSecond;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.testing.FakeMachine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whole trials on two workers, from the reported state of their machines to the verdict. */
class DisturbedMachineTest {
    private final TrialWriter files;
    private final List<TrialSecond> seconds = new ArrayList<>();

    DisturbedMachineTest(@TempDir Path base) {
        files = RunDirectory.create(base, "disturbed", Instant.EPOCH).begin("001-memory");
    }

    @AfterEach
    void closeFiles() {
        files.close();
    }

    @Test
    void theVerdictNamesTheMachineThatWasDisturbed() throws Exception {
        TrialRecord trial = run(
                new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU_BUSY.of(0.4), Metrics.HOST_CPU_STEAL.of(0.01)),
                new FakeMachine("load-2", "boot-2", Metrics.HOST_CPU_BUSY.of(0.99), Metrics.HOST_CPU_STEAL.of(0.3)));

        assertThat(machineReasons(trial.verdict()))
                .containsExactly(
                        "the processors of host load-2 were busy for 99 % of the measured phase",
                        "the hypervisor gave 30 % of the processor time of host load-2 to other machines");
        assertThat(seconds.stream().flatMap(second -> second.samples().stream()))
                .contains(
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, "load-1"), 0.4),
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, "load-2"), 0.99),
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), 1));
    }

    @Test
    void theMachineThatOnlyCoordinatedIsRecordedAndNotJudged() throws Exception {
        TrialRecord trial = run(new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU_BUSY.of(0.4)));

        assertThat(machineReasons(trial.verdict())).isEmpty();
        assertThat(trial.setup().hosts()).extracting(TrialHost::name).containsExactly(Metrics.COORDINATOR, "load-1");
        assertThat(trial.setup().hosts()).extracting(TrialHost::carried).containsExactly(false, true);
    }

    private static List<String> machineReasons(Verdict verdict) {
        return verdict.reasons().stream()
                .filter(reason -> List.of("machine-cpu", "steal").contains(reason.code()))
                .map(Verdict.Reason::cause)
                .toList();
    }

    /** Runs the trial with a worker on each of the machines. */
    private TrialRecord run(Machine... machines) throws Exception {
        String text = """
            name: disturbed
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload: { producers: 2, partitions: 2, message: { size: 100 B }, rate: 200/s, arrivals: constant }
            timing: { warmup: 0 s, measure: 4 s, drain: 5 min }
            """;
        PlannedTrial trial = ScenarioFile.read("disturbed.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
        return new VirtualTrials(DisturbedMachineTest::ofThisMachine, machines).run(trial, files, event -> {
            if (event instanceof TrialSecond second) {
                seconds.add(second);
            }
        });
    }

    private static List<Sample> ofThisMachine() {
        return List.of(Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), 1));
    }
}
