package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerRefusalsTest {
    @Test
    void workersThatASystemCannotServeAreRefusedWithOneReasonForAllTrials() throws Exception {
        assertThatThrownBy(() -> WorkerRefusals.checked(at("192.0.2.7:9100", "192.0.2.8:9100"), plan()))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("--worker: the in-memory system serves several workers on this machine only")
                .hasMessageContaining("192.0.2.7, 192.0.2.8")
                .message()
                .hasLineCount(1);
        assertThatThrownBy(() -> WorkerRefusals.checked(at("127.0.0.1:9100", "[::1]:9101"), plan()))
                .hasMessageContaining("in one JVM that the run starts");
    }

    @Test
    void otherWorkersAreTakenAsTheyAre() throws Exception {
        for (WorkerChoice choice :
                List.of(new WorkerChoice(3, List.of()), at("192.0.2.7:9100"), at("127.0.0.1:9100"))) {
            assertThat(WorkerRefusals.checked(choice, plan())).isSameAs(choice);
        }
    }

    @Test
    void aLoadThatThisProcessHasNoMemoryForIsRefusedWithWhatToSet() throws Exception {
        Plan large = plan("workload: { producers: 1000, subscriptions: 100, consumers: 2 }");

        assertThat(WorkerRefusals.beyondHeap(1, large, 512L << 20))
                .hasValueSatisfying(refusal -> assertThat(refusal)
                        .startsWith("trial 1: to coordinate it takes a heap of about ")
                        .contains(
                                " MiB, mostly for the ledgers of producers and subscriptions, but this process has 512 MiB")
                        .contains("set ASSAY_HEAP=1280m"));
        assertThat(WorkerRefusals.beyondHeap(2, large, 1280L << 20))
                .as("shared")
                .isPresent();
        assertThat(WorkerRefusals.beyondHeap(1, large, 1280L << 20)).isEmpty();
    }

    /** What they tell is added up. */
    @Test
    void manyWorkersTakeHardlyMoreThanOne() throws Exception {
        Plan usual = plan("workload: { producers: 256, subscriptions: 2, consumers: 256, partitions: 256 }");

        assertThat(WorkerRefusals.beyondHeap(1, usual, 512L << 20)).isEmpty();
        assertThat(WorkerRefusals.beyondHeap(256, usual, 512L << 20)).isEmpty();
    }

    @Test
    void whatIsNoAddressIsRefused() {
        assertThatThrownBy(() -> WorkerRefusals.checked(at("somewhere"), plan()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--worker: expected HOST:PORT like 192.0.2.7:9100, but found 'somewhere'");
    }

    @Test
    void neitherTokenNorPasswordsGoToWorkersElsewhereThatNothingVouchesFor() {
        assertThatThrownBy(() -> WorkerRefusals.vouchedFor(at("192.0.2.7:9100", "127.0.0.1:9100")))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageStartingWith("--worker 192.0.2.7:9100: it is not authenticated")
                .hasMessageContaining("--worker-ca FILE")
                .hasMessageContaining("--insecure")
                .hasMessageNotContaining("127.0.0.1");
    }

    @Test
    void workersOfThisMachineThoseWithACertificateAndInsecureOnesAreTalkedTo() {
        List<String> elsewhere = List.of("192.0.2.7:9100");
        for (WorkerChoice choice : List.of(
                at("127.0.0.1:9100", "[::1]:9100", "localhost:9100"),
                new WorkerChoice(1, elsewhere, List.of(), Optional.empty(), new PeerTrust(Path.of("ca.pem"), false)),
                new WorkerChoice(1, elsewhere, List.of(), Optional.empty(), new PeerTrust(null, true)))) {
            assertThat(WorkerRefusals.vouchedFor(choice)).isSameAs(choice);
        }
    }

    private static WorkerChoice at(String... addresses) {
        return new WorkerChoice(1, List.of(addresses));
    }

    private static Plan plan() throws ScenarioException {
        return plan("workload: { partitions: [1, 2] }");
    }

    private static Plan plan(String workload) throws ScenarioException {
        String text = "name: two\nsystems: { memory: {} }\n" + workload + "\n";
        return ScenarioFile.read("two.yaml", text, List.of(), Set.of()).plan();
    }
}
