package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineOptionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private Ended run(String... arguments) {
        return ProgramUnderTest.run(arguments);
    }

    @Test
    void aVerificationTakesAWorkerThatSendsAndOneThatReads() throws IOException {
        String scenario = file("faults.yaml", "name: faults\nsystems: { kafka: {} }\nfaults: [kill-all]\n");

        Ended ended = run("verify", scenario, "--worker", "127.0.0.1:9100");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("a verification takes two workers, one that sends and one that reads");
    }

    @Test
    void observersAreForClustersOfOthers() throws IOException {
        String scenario = file("here.yaml", "name: here\nsystems: { memory: {} }\n");

        Ended ended = run("run", scenario, "--observe", "127.0.0.1:9200");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--observe is for clusters that Assay did not start");
    }

    @Test
    void whoIsNotAuthenticatedIsSentNoToken() throws IOException {
        String scenario = file(
                "there.yaml",
                "name: there\nsystems: { kafka: { deployment: existing, bootstrap.servers: '192.0.2.7:9092' } }\n");

        Ended ended = run("run", scenario, "--observe", "192.0.2.7:9200");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("192.0.2.7:9200: it is not authenticated");
    }

    @Test
    void aStudyTakesThemAsWell() throws IOException {
        String study = file("small.yaml", """
                study: small
                title: a small one
                scenario: { systems: { memory: {} }, workload: { rate: 500/s } }
                tests: { one: { says: one, cells: { a: { system: memory } } } }
                """);

        assertThat(run("run", study, "--observe", "127.0.0.1:9200").err())
                .contains("--observe is for clusters that Assay did not start");
        assertThat(run("run", study, "--worker", "192.0.2.7:9100").err())
                .contains("192.0.2.7:9100: it is not authenticated");
    }

    @Test
    void aStudyWritesHowServersAreSetUpAndRunsNothing() throws IOException {
        String study = file("small.yaml", """
                study: small
                title: a small one
                scenario: { repeat: 3, systems: { kafka: {} }, workload: { rate: 500/s } }
                tests:
                  one:
                    says: one
                    cells:
                      usual: { system: kafka }
                      threads: { system: kafka, settings: { kafka: { broker: { num.io.threads: 4 } } } }
                """);
        Path configs = folder.resolve("configs");

        Ended ended = run("plan", study, "--set", "repeat=1", "--configs", configs.toString());

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains("in each of 1 block")
                .containsPattern("kafka-[0-9a-f]{8}: server.properties, strimzi.yaml\\R  one/threads ");
        assertThat(texts(configs, "strimzi.yaml"))
                .hasSize(2)
                .anyMatch(text -> text.contains("\"num.io.threads\": \"4\""));
        assertThat(run("plan", study, "--configs", configs.toString()).err()).contains("is not empty");
    }

    /** The state of this machine tells nothing about other machines. */
    @Test
    void ofServersOfOthersNoEffectIsForecast() throws IOException {
        String study = file(
                "small.yaml", small("kafka: { deployment: existing, bootstrap.servers: '192.0.2.7:9092' }", "kafka"));

        assertThat(run("plan", study).said())
                .contains("what effects can be told on servers that Assay does not start is not known");
    }

    @Test
    void aPlanOfAMachineWhosePeaksAreNotKnownHasTheClaimsAllTheSame() throws IOException {
        String study = file(
                "small.yaml",
                small("memory: {}", "memory")
                        .replace(
                                "tests:",
                                "scale: { peaks: { memory: { cell: one/a, published: 1000 } }, search: { from: 100/s, to: 1000/s } }\ntests:"));

        Ended ended = run("plan", study, "--set", "study.scale=machine", "--budget", "1h");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains(" of the 1 h 0 min; what follows counts with a tenth of the published peaks")
                .contains("50 for 500 msg/s")
                .containsPattern("\\n {2}slower +about .* in [0-9]+ blocks, 1 comparison");
    }

    private static List<String> texts(Path configs, String name) throws IOException {
        try (Stream<Path> folders = Files.list(configs)) {
            List<String> texts = new ArrayList<>();
            for (Path file : folders.map(folder -> folder.resolve(name)).toList()) {
                if (Files.exists(file)) {
                    texts.add(Files.readString(file));
                }
            }
            return texts;
        }
    }

    private static String small(String systems, String system) {
        return """
                study: small
                title: a small one
                scenario: { repeat: 3, systems: { %s }, workload: { rate: 500/s } }
                tests:
                  one:
                    says: one
                    cells: { a: { system: %s }, b: { system: %s, workload: { partitions: 2 } } }
                claims:
                  - id: slower
                    says: b is slower
                    conditions: [ { ratio: { a: one/b, b: one/a, of: service.p99 }, expect: above, least: 1.25 } ]
                """.formatted(systems, system, system);
    }

    @Test
    void optionsOfObserversNeedOne() {
        Ended without = run("worker", "--server", "broker-1=9092");
        Ended nonsense = run("worker", "--observe", "--server", "broker-1");

        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("are for --observe");
        assertThat(nonsense.code()).isEqualTo(2);
        assertThat(nonsense.err()).contains("such as broker-1=9092");
    }

    private static final String THERE =
            "name: there\nsystems: { kafka: { deployment: existing, bootstrap.servers: '192.0.2.7:9092' } }\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "somewhere | --workers-on: expected ssh:HOST,HOST or ssh:@FILE, but found 'somewhere'",
                "ssh: | --workers-on: expected a host for ssh like load-1",
                "ssh:-oProxyCommand=evil | --workers-on: expected a host for ssh like load-1",
                "ssh:load-1,load-1 | --workers-on: each machine is named once",
                "ssh:@none.yaml | can't read the fleet none.yaml: there is no such file",
            })
    void workersAreStartedOnHostsThatCanBeNothingElse(String place, String problem) throws IOException {
        Ended ended = run("run", file("there.yaml", THERE), "--workers-on", place);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(problem);
    }

    @Test
    void aFleetFileIsReadWithItsMistakesInPlace() throws IOException {
        String scenario = file("there.yaml", THERE);
        String wrong = file("wrong.yaml", "machines:\n  load-1: { port: 1 }\n");
        String fleet = file("fleet.yaml", "machines:\n  a: { zone: one, ports: 9100 }\n  b: { roles: observer }\n");

        Ended misspelt = run("run", scenario, "--workers-on", "ssh:@" + wrong);
        Ended empty = run("run", scenario, "--workers-on", "ssh:@" + fleet + ",zone=two");
        Ended nonsense = run("run", scenario, "--workers-on", "ssh:@" + fleet + ",two");
        Ended narrow = run("run", scenario, "--workers-on", "ssh:@" + fleet, "--workers", "2");

        assertThat(List.of(misspelt.code(), empty.code(), nonsense.code(), narrow.code()))
                .containsOnly(2);
        assertThat(misspelt.err()).contains("wrong.yaml:2:13: machines.load-1 has no key 'port'");
        assertThat(empty.err()).contains("fleet.yaml has no machine with the role worker and zone=two");
        assertThat(nonsense.err()).contains("machines are selected by zone=VALUE or LABEL=VALUE, but found 'two'");
        assertThat(narrow.err())
                .contains("--workers-on: a gets 2 workers, each with a port, but only ports 9100 are given for it");
    }

    @Test
    void observersAreStartedForClustersOfOthersByTheirFleet() throws IOException {
        String memory = file("memory.yaml", "name: memory\nsystems: { memory: {} }\n");
        String there = file("there.yaml", THERE);
        String fleet = file("fleet.yaml", "machines: { a: {}, b: { roles: observer, servers: { c: 9092 } } }\n");
        String workers = file("workers.yaml", "machines: { a: {} }\n");

        Ended here = run("run", memory, "--observe", "ssh:@" + fleet);
        Ended nobody = run("run", there, "--observe", "ssh:@" + workers);

        assertThat(List.of(here.code(), nobody.code())).containsOnly(2);
        assertThat(here.err()).contains("--observe is for clusters that Assay did not start");
        assertThat(nobody.err()).contains("--observe: ", "workers.yaml has no machine with the role observer");
    }

    @Test
    void workersElsewhereReachNoServersOfThisMachine() throws IOException {
        String scenario = file("here.yaml", "name: here\nsystems: { kafka: {} }\n");
        String memory = file("memory.yaml", "name: memory\nsystems: { memory: {} }\n");

        Ended local = run("run", scenario, "--workers-on", "ssh:load-1.invalid");
        Ended apart = run("run", memory, "--workers-on", "ssh:load-1.invalid,load-2.invalid");
        Ended both = run("run", memory, "--workers-on", "ssh:load-1.invalid", "--worker", "127.0.0.1:9100");

        assertThat(List.of(local.code(), apart.code(), both.code())).containsOnly(2);
        assertThat(local.err())
                .contains("--workers-on: the servers of kafka that Assay starts listen on this machine's");
        assertThat(apart.err())
                .contains("--workers-on: the in-memory system serves several workers on this machine only");
        assertThat(both.err()).contains("give one of them");
    }

    @Test
    void aVerificationStartsNoWorkersElsewhere() throws IOException {
        String scenario = file("faults.yaml", "name: faults\nsystems: { kafka: {} }\nfaults: [kill-all]\n");

        Ended ended = run("verify", scenario, "--workers-on", "ssh:load-1");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--workers-on: its clusters listen on this machine's loopback only");
    }

    @Test
    void aStudyInPodsHasServersThatPodsReach() {
        Ended ended = run("run", "../studies/referee.yaml", "--set", "study.claims=rf-4", "--workers-on", "kubernetes");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("listen on this machine's loopback only, where workers on pods can't reach them");
    }

    @Test
    void aStudyInPodsHasServersThatAreSetUpOneWay() {
        Ended ended = run(
                "run",
                "../studies/referee.yaml",
                "--set",
                "study.claims=rf-1",
                "--set",
                "systems.pulsar.deployment=existing",
                "--set",
                "systems.pulsar.service.url=pulsar://192.0.2.7:6650",
                "--set",
                "systems.pulsar.admin.url=http://192.0.2.7:8080",
                "--workers-on",
                "kubernetes");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--workers-on kubernetes: the plan has servers set up in 2 ways (pulsar-");
    }

    @Test
    void podsDoNotReachServersOfThisMachine() throws IOException {
        String scenario = file("local.yaml", "name: local\nsystems: { kafka: {} }\n");

        Ended ended = run("run", scenario, "--workers-on", "kubernetes:load");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("listen on this machine's loopback only, where workers on pods can't reach them");
    }

    @Test
    void noObserverKnowsARunInPods() throws IOException {
        String scenario = file("there.yaml", THERE);

        Ended ended = run("run", scenario, "--workers-on", "kubernetes:load", "--observe", "192.0.2.7:9200");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--observe: a run in pods has a token and certificates of its own");
    }

    @Test
    void aManifestIsOfWhatPodsCanRun() throws IOException {
        String scenario = file("local.yaml", "name: local\nsystems: { kafka: {} }\n");

        Ended local = run("kubernetes", "manifest", scenario);
        Ended none = run("kubernetes", "manifest", scenario, "--workers", "0");

        assertThat(List.of(local.code(), none.code())).containsOnly(2);
        assertThat(local.err())
                .contains("listen on this machine's loopback only, where workers on pods can't reach them");
        assertThat(none.err()).contains("there must be at least one worker, but --workers is 0");
    }

    @Test
    void oneOfTheWorkersHasToBeLeft() throws IOException {
        String scenario = file("memory.yaml", "name: memory\nsystems: { memory: {} }\n");

        Ended all = run("run", scenario, "--workers", "2", "--tolerate", "2");
        Ended none = run("capacity", scenario, "--tolerate", "-1");

        assertThat(List.of(all.code(), none.code())).containsOnly(2);
        assertThat(all.err())
                .contains(
                        "--tolerate must be at least 0 and less than the number of workers, which is 2, as one of them has to be left; but it is 2");
        assertThat(none.err()).contains("which is 1", "but it is -1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kubernetes:Load | --workers-on: a namespace has small letters, digits and '-', but this is 'Load'",
                "kubernetes: | --workers-on: expected kubernetes, kubernetes:NAMESPACE, kubernetes:CONTEXT/NAMESPACE or",
                "kubernetes:@none.yaml | can't read the fleet none.yaml: there is no such file",
            })
    void podsAreInANamespaceOrAsAFleetFileSays(String place, String problem) throws IOException {
        Ended ended = run("run", file("there.yaml", THERE), "--workers-on", place);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(problem);
    }

    @Test
    void aFleetFileHasMachinesOrPodsOrBoth() throws IOException {
        String scenario = file("there.yaml", THERE);
        String machines = file("machines.yaml", "machines: { a: {} }\n");
        String pods = file("pods.yaml", "pods: { cpu: 2 }\n");
        String wrong = file("wrong.yaml", "pods:\n  cpu: 2\n  memory: 1Mi\n");

        Ended noPods = run("run", scenario, "--workers-on", "kubernetes:@" + machines);
        Ended noMachines = run("run", scenario, "--workers-on", "ssh:@" + pods);
        Ended small = run("kubernetes", "manifest", scenario, "kubernetes:@" + wrong);

        assertThat(List.of(noPods.code(), noMachines.code(), small.code())).containsOnly(2);
        assertThat(noPods.err().lines())
                .singleElement()
                .asString()
                .startsWith("assay: --workers-on: ")
                .endsWith("machines.yaml has no pods; add 'pods: {}' for the usual ones, or what else they are to be");
        assertThat(noMachines.err().lines())
                .singleElement()
                .asString()
                .startsWith("assay: --workers-on: ")
                .endsWith("pods.yaml has no machine with the role worker");
        assertThat(small.err()).contains("wrong.yaml:3:11: pods: memory must be 768Mi or more, but is 1Mi");
    }

    /** The author of a run directory must not decide which image this user runs. */
    @Test
    void noFleetFileLiesInARunDirectory() throws IOException {
        String scenario = file("there.yaml", THERE);
        Files.createDirectory(folder.resolve("run"));
        file("run/run.json", "{ \"format\": 12 }");
        String pods = file("run/pods.yaml", "pods: {}\n");

        Ended ended = run("run", scenario, "--workers-on", "kubernetes:@" + pods);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("pods.yaml lies in a run directory, which may come from anybody");
    }

    @Test
    void aFleetIsCleanedByItsPlace() {
        Ended ended = run("cleanup", "--workers-on", "load-1");
        Ended dry = run("cleanup", "--workers-on", "ssh:load-1", "--dry-run");
        Ended nothing = run("cleanup");

        assertThat(List.of(ended.code(), dry.code(), nothing.code())).containsOnly(2);
        assertThat(ended.err()).contains("--workers-on: expected ssh:HOST,HOST or ssh:@FILE, but found 'load-1'");
        assertThat(dry.err()).contains("so --dry-run has no effect; leave it out");
        assertThat(nothing.err()).contains("Missing required parameter: 'DIR' (or --workers-on PLACE)");
    }
}
