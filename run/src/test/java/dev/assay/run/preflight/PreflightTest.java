package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.workers.SshMachines;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.PayloadFiles;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.SshDestination;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Obstacles to a run are reported before it starts anything. */
class PreflightTest {
    private static final String THREE =
            "systems: { kafka: { version: 4.3.1 }, pulsar: { version: 4.0.8 }, rabbitmq: {} }\n";
    private static final String MEMORY = "systems: { memory: {} }\n";

    private final KnownMeans means = new KnownMeans();

    private Preflight of(String scenario, WorkerChoice workers) throws Exception {
        return new Preflight(trials(scenario), workers, Optional.of(Path.of("runs")), means);
    }

    private static List<PlannedTrial> trials(String scenario) throws Exception {
        return ScenarioFile.read("p.yaml", "name: p\n" + scenario, List.of(), Set.of())
                .plan()
                .trials();
    }

    private Preflight of(String scenario) throws Exception {
        return of(scenario, new WorkerChoice(1, List.of()));
    }

    private static void assertRefused(ThrowingCallable refused, ExitCode code, String... texts) {
        assertThatThrownBy(refused)
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(code))
                .hasMessageContainingAll(texts);
    }

    @Test
    void aMachineThatHasAllIsAskedForNothingElsewhere() throws Exception {
        Preflight preflight = of(THREE);

        assertThatCode(() -> preflight.require(() -> {})).doesNotThrowAnyException();
        assertThat(means.asked).isEmpty();
        assertThat(Preflight.text(preflight.checks(false)).lines())
                .containsExactly(
                        "",
                        "checked before anything starts:",
                        "  ✓ memory: up to 2282 MiB for servers and 96 MiB for workers, of this machine's 65536 MiB",
                        "  ✓ kafka 4.3.1: its servers can be started here",
                        "  ✓ pulsar 4.0.8: its servers can be started here",
                        "  ✓ rabbitmq installed: its servers can be started here",
                        "  ✓ ports: some are free on 127.0.0.1",
                        "  ✓ data: about 1.1 GB of 1073.7 GB that are free in /cache",
                        "  ✓ artifacts: 6 of 6 are in the cache",
                        "  ✓ records: about 7.4 MB of 1073.7 GB that are free in runs",
                        "  - settings: kafka client 4.3.1 takes them (asked by 'run' and by 'plan --check')",
                        "  - settings: pulsar client 4.2.4 takes them (asked by 'run' and by 'plan --check')",
                        "  - settings: rabbitmq client 5.37.0, stream-client 1.11.0 takes them (asked by 'run' and by 'plan --check')");
    }

    @Test
    void aServerThatIsNotInstalledIsNotFoundOutAfterTheOthersWereMeasured() throws Exception {
        means.missing.add("rabbitmq");

        assertRefused(
                () -> of(THREE).require(() -> {}), ExitCode.ENVIRONMENT, "There is no rabbitmq here. Install it.");
    }

    @Test
    void allThatIsLackingIsSaidAtOnce() throws Exception {
        means.missing.add("rabbitmq");
        means.cached.remove("pulsar");
        means.freeBytes = 1_000;

        assertRefused(
                () -> of(THREE).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "nothing was started, because of all this:",
                "✗ rabbitmq installed: There is no rabbitmq here",
                "✗ data: the servers of kafka need about 1.1 GB for their data in /cache, but only 0.0 MB are free there",
                "✗ records: the run would write about 7.4 MB of records to runs, but only 0.0 MB are free there",
                "--out");
        assertThat(means.asked).as("nothing is fetched for a run that can't be").isEmpty();
    }

    @Test
    void whatCannotBeFetchedIsKnownBeforeTheFirstTrial() throws Exception {
        means.cached.remove("pulsar");
        means.offline = true;

        assertRefused(
                () -> of(THREE).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "✗ artifacts: Could not fetch the servers of pulsar",
                "✗ artifacts: Could not fetch the client of pulsar");
        assertThat(means.asked).containsExactlyInAnyOrder("the servers of pulsar", "the client of pulsar");
    }

    @Test
    void whatIsElsewhereIsAskedOnlyWhenSomebodyWantsToKnow() throws Exception {
        means.cached.remove("pulsar");
        Preflight preflight = of(THREE);

        assertThat(Preflight.text(preflight.checks(false)))
                .contains(
                        "  ✓ artifacts: 4 of 6 are in the cache",
                        "  - artifacts: the servers of pulsar from repo.example.com (asked by 'run' and by 'plan --check')");
        assertThat(means.asked).isEmpty();
        assertThat(Preflight.text(preflight.checks(true)))
                .contains("  ✓ artifacts: the servers of pulsar from repo.example.com\n");
        assertThat(means.asked).hasSize(2);
    }

    @Test
    void whatAClientRefusesIsKnownOfAllTrialsBeforeTheFirst() throws Exception {
        means.objections.put("lingering", "settings.kafka.producer.lingering: it must be short");
        means.objections.put("batched", "settings.kafka.producer.batched: it must be small");
        String variants = """
                systems: { kafka: { client-version: 99.1.0 } }
                variants:
                  setting:
                    plain: { workload: { rate: 10/s } }
                    one: { settings: { kafka: { producer: { lingering: 1 } } } }
                    two: { settings: { kafka: { producer: { batched: 1, lingering: 1 } } } }
                repeat: 2
                """;

        assertRefused(
                () -> of(variants).require(() -> {}),
                ExitCode.BAD_INPUT,
                "kafka-client 1.0 refuses settings:",
                "\n    settings.kafka.producer.batched: it must be small (trial ",
                "kafka-setting=two)",
                "\n    settings.kafka.producer.lingering: it must be short (trial ",
                "kafka-setting=one");
        assertThat(Preflight.code(of(variants).checks(true))).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(Preflight.code(of(variants).checks(false))).isEqualTo(ExitCode.OK);
    }

    @Test
    void aClientThatRepeatsASecretOfAnyGroupIsMasked() throws Exception {
        means.objections.put("lingering", "settings.kafka.producer: no key with long-hunter2 and hunter2-long");
        String scenario = """
                name: p
                systems: { kafka: { client-version: 99.1.0 } }
                settings:
                  kafka:
                    producer: { lingering: 1, ssl.key.password: { secret-env: long } }
                    consumer: { ssl.key.password: { secret-env: also } }
                """;
        List<PlannedTrial> trials = ScenarioFile.read(
                        "p.yaml",
                        scenario,
                        List.of(),
                        Set.of(),
                        List.of(),
                        PayloadFiles.NONE,
                        secret -> secret.name().equals("long") ? "long-hunter2" : "hunter2-long")
                .plan()
                .trials();
        Preflight preflight = new Preflight(trials, new WorkerChoice(1, List.of()), Optional.empty(), means);

        assertThatThrownBy(() -> preflight.require(() -> {}))
                .hasMessageContaining("no key with ******** and ******** (trial 1")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void ofManyTrialsWithOneProblemTheFirstThreeAreNamed() throws Exception {
        means.objections.put("lingering", "it must be short");
        String five = """
                systems: { kafka: { client-version: 99.1.0 } }
                settings: { kafka: { producer: { lingering: [1, 2, 3, 4, 5] } } }
                """;

        assertThatThrownBy(() -> of(five).require(() -> {}))
                .message()
                .containsPattern("it must be short \\((trial \\d+, [^,]*, ){3}and 2 more\\)");
    }

    @Test
    void whatKeepsAClientFromBeingFetchedIsSaidOnce() throws Exception {
        means.offline = true;
        means.cached.remove("kafka");

        List<Check> lacking = of("systems: { kafka: {} }\n").checks(true).stream()
                .filter(Check::isLacking)
                .toList();
        assertThat(lacking)
                .extracting(Check::text)
                .containsExactlyInAnyOrder(
                        "Could not fetch the servers of kafka", "Could not fetch the client of kafka");
    }

    @Test
    void serversThatCanBeAskedAreAskedOfEachOfTheirSettings() throws Exception {
        means.question = () -> {
            throw DeploymentException.input("the server refuses settings.nats.broker: x", null);
        };

        assertRefused(
                () -> of("systems: { kafka: {} }\n").require(() -> {}),
                ExitCode.BAD_INPUT,
                "the server refuses settings.nats.broker: x");
    }

    @Test
    void serversThatAreAskedForSeveralSettingsAreNamedOnce() throws Exception {
        means.question = () -> {};
        Preflight preflight = of("""
                systems: { kafka: { version: 4.3.1 } }
                variants:
                  threads:
                    few: { settings: { kafka: { broker: { num.io.threads: 4 } } } }
                    many: { settings: { kafka: { broker: { num.io.threads: 8 } } } }
                """);

        assertThat(Preflight.text(preflight.checks(false)))
                .containsOnlyOnce("- settings: kafka 4.3.1 servers take them");
        assertThat(Preflight.text(preflight.checks(true)))
                .containsOnlyOnce("✓ settings: kafka 4.3.1 servers take them");
    }

    @Test
    void machinesThatAreReachedBySshAreAskedEach() throws Exception {
        SshMachines place = new SshMachines(List.of(machine("dead1"), machine("a"), machine("dead2")));
        WorkerChoice workers = new WorkerChoice(
                3, List.of(), List.of(), Optional.empty(), PeerTrust.LOOPBACK, Optional.of(place), List.of(), 0);
        String existing = "systems: { kafka: { deployment: existing, bootstrap.servers: 192.0.2.7:9092 } }\n";

        assertRefused(
                () -> of(existing, workers).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "✗ ssh: dead1: it can't be used by ssh",
                "✗ ssh: dead2: it can't be used by ssh");
        assertThat(means.asked).containsExactlyInAnyOrder("dead1", "a", "dead2");
    }

    private static Machine machine(String name) {
        return Machine.of(new SshDestination(name));
    }

    @Test
    void eventsThatTakeRootNeedIt() throws Exception {
        means.root = false;
        String events = "systems: { kafka: {} }\nevents: { cut: { at: 5 s, fault: power-one } }\n";

        assertRefused(
                () -> of(events).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "the events need power-one, but that takes root");
        assertThatCode(() -> of("systems: { kafka: {} }\n").require(() -> {})).doesNotThrowAnyException();
    }

    @Test
    void nobodyElseIsAskedBeforeConsent() throws Exception {
        List<String> others = new ArrayList<>();
        Preflight preflight = of("systems: { kafka: {} }\n").asking("others", "somebody", () -> others.add("asked"));

        assertRefused(
                () -> preflight.require(() -> {
                    throw CommandFailure.badInput("not here");
                }),
                ExitCode.BAD_INPUT,
                "not here");
        assertThat(others).isEmpty();
        preflight.require(() -> {});
        assertThat(others).containsExactly("asked");
    }

    @Test
    void dataThatIsKeptMustHaveRoom() throws Exception {
        means.freeBytes = 500_000_000_000L;
        String day = """
                systems: { kafka: {} }
                workload: { rate: 20000/s, message: { size: 1 KB } }
                timing: { warmup: 10 s, measure: 10 h }
                """;

        assertRefused(
                () -> of(day).require(() -> {}), ExitCode.ENVIRONMENT, "the servers of kafka need about 2160.6 GB");
        assertThatCode(() -> of(day.replace("kafka", "rabbitmq")).require(() -> {}))
                .as("what was read is deleted")
                .doesNotThrowAnyException();
        String compressed = day + "settings: { kafka: { producer: { compression.type: zstd } } }\n";
        assertThatCode(() -> of(compressed).require(() -> {}))
                .as("how much is kept is not known")
                .doesNotThrowAnyException();
    }

    @Test
    void workersThatASystemCannotServeAreRefusedWithOneReasonForAllTrials() throws Exception {
        String two = MEMORY + "workload: { partitions: [1, 2] }\n";
        assertThatThrownBy(() -> Preflight.requireWorkers(trials(two), at("127.0.0.1:9100", "[::1]:9101")))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("--worker: the in-memory system serves several workers on this machine only")
                .hasMessageContaining("in one JVM that the run starts")
                .message()
                .hasLineCount(1);
        for (WorkerChoice choice : List.of(new WorkerChoice(3, List.of()), at("127.0.0.1:9100"))) {
            assertThatCode(() -> Preflight.requireWorkers(trials(two), choice)).doesNotThrowAnyException();
        }
    }

    @Test
    void aLoadThatThisProcessHasNoMemoryForIsRefusedWithWhatToSet() throws Exception {
        String large = MEMORY + "workload: { producers: 1000, subscriptions: 100, consumers: 2 }\n";

        assertRefused(
                () -> of(large).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "trial 1: to coordinate it takes a heap of about ",
                " MiB, mostly for the ledgers of producers and subscriptions, but this process has 512 MiB",
                "set ASSAY_HEAP=1280m");
        means.heapBytes = 1280L << 20;
        assertThatCode(() -> of(large).require(() -> {})).doesNotThrowAnyException();
        assertRefused(
                () -> of(large, new WorkerChoice(2, List.of())).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "to coordinate it");
    }

    /** The workers' reports are added up. */
    @Test
    void manyWorkersTakeHardlyMoreThanOne() throws Exception {
        means.memoryBytes = 0;
        String usual = MEMORY + "workload: { producers: 256, subscriptions: 2, consumers: 256, partitions: 256 }\n";

        for (int workers : new int[] {1, 256}) {
            assertThatCode(() -> of(usual, new WorkerChoice(workers, List.of())).require(() -> {}))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aPlanThatCannotFitIsRefusedWithTheValues() throws Exception {
        means.memoryBytes = 24 * KnownMeans.GIB;
        means.heapBytes = 24 * KnownMeans.GIB;
        String topics = "workload: { topics: 10000, rate: 10000/s }\ntiming: { measure: 30 s }\n";

        assertRefused(
                () -> of(MEMORY + topics).require(() -> {}),
                ExitCode.ENVIRONMENT,
                "trial 1: 18432 MiB of the machine's 24576 MiB may go to workers, but 1 with a heap of ",
                "mostly for the histograms of its threads",
                "use fewer producers, consumers, topics or phases");
        means.memoryBytes = 0;
        assertThatCode(() -> of(MEMORY + topics).require(() -> {}))
                .as("unknown")
                .doesNotThrowAnyException();
    }

    @Test
    void serversTakeMemoryToo() throws Exception {
        means.memoryBytes = 2 * KnownMeans.GIB;
        assertRefused(
                () -> of(THREE).require(() -> {}), ExitCode.ENVIRONMENT, "0 MiB of the machine's 2048 MiB may go to");
        assertThatCode(() -> of("systems: { kafka: {} }\n").require(() -> {})).doesNotThrowAnyException();
    }

    @Test
    void whatIsNoAddressIsRefused() throws Exception {
        assertRefused(
                () -> Preflight.requireWorkers(trials(MEMORY), at("somewhere")),
                ExitCode.BAD_INPUT,
                "--worker: expected HOST:PORT like 192.0.2.7:9100, but found 'somewhere'");
    }

    @Test
    void neitherTokenNorPasswordsGoToWorkersElsewhereThatNothingVouchesFor() throws Exception {
        assertThatThrownBy(() -> Preflight.requireWorkers(trials(MEMORY), at("192.0.2.7:9100")))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageStartingWith("--worker 192.0.2.7:9100: it is not authenticated")
                .hasMessageContainingAll("--worker-ca FILE", "--insecure");
        for (PeerTrust trust : List.of(new PeerTrust(Path.of("ca.pem"), false), new PeerTrust(null, true))) {
            WorkerChoice choice = new WorkerChoice(1, List.of("192.0.2.7:9100"), List.of(), Optional.empty(), trust);
            assertThatCode(() -> Preflight.requireWorkers(trials(MEMORY), choice))
                    .doesNotThrowAnyException();
        }
    }

    private static WorkerChoice at(String... addresses) {
        return new WorkerChoice(1, List.of(addresses));
    }
}
