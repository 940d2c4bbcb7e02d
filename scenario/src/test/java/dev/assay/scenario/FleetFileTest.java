package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scenario.fleet.Fleet;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.scenario.fleet.PodQuantity;
import dev.assay.scenario.fleet.Pods;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.SshDestination;
import dev.assay.scenario.fleet.WatchedServers;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files with machines and pods of a fleet, and the lines in which problems are reported. */
class FleetFileTest {
    private static final Set<MachineRole> WORKERS = Set.of(MachineRole.WORKER);

    private static Fleet read(String text) throws ScenarioException {
        return FleetFile.read("fleet.yaml", text);
    }

    @Test
    void aMachineIsReachedByItsNameWhereNothingElseIsSaid() throws Exception {
        Fleet fleet = read("""
                machines:
                  load-1:
                  load-2: {}
                """);

        assertThat(fleet.machines().values())
                .allSatisfy(machine -> assertThat(machine.roles()).isEqualTo(WORKERS))
                .extracting(Machine::destination)
                .containsExactly(new SshDestination("load-1"), new SshDestination("load-2"));
    }

    @Test
    void allThatIsSaidOfAMachineIsKept() throws Exception {
        Fleet fleet = read("""
                machines:
                  load-1:
                    ssh: bench@10.0.0.7
                    address: 10.1.0.7
                    ports: 9100-9109
                    java: /opt/jdk-25
                    roles: [worker, observer]
                    zone: eu-1a
                    labels: { disk: nvme }
                """);

        assertThat(fleet.machines().values())
                .containsExactly(new Machine(
                        "load-1",
                        Optional.of(new SshDestination("bench@10.0.0.7")),
                        Optional.of("10.1.0.7"),
                        Optional.of(new PortRange(9100, 9109)),
                        Optional.of("/opt/jdk-25"),
                        Set.of(MachineRole.WORKER, MachineRole.OBSERVER),
                        Optional.of("eu-1a"),
                        Map.of("disk", "nvme"),
                        WatchedServers.NONE));
    }

    @Test
    void observersKnowTheServersOfTheirMachine() throws Exception {
        Fleet fleet = read("""
                machines:
                  broker-1: { roles: observer, servers: { a: 9092, b: 9093 }, data: /data, page-cache-drop: true }
                """);

        assertThat(fleet.machines().values().iterator().next().servers())
                .isEqualTo(new WatchedServers(Map.of("a", 9092, "b", 9093), List.of("/data"), true));
        assertThatThrownBy(() -> read("machines: { a: { servers: { b: 9092 } } }"))
                .hasMessageContaining("are for machines with roles: observer");
        assertThatThrownBy(() -> read("machines: { a: { roles: observer, servers: { b: x }, page-cache-drop: 7 } }"))
                .hasMessageContaining("servers.b: expected a whole number like 3 or 10_000, but found 'x'")
                .hasMessageContaining("expected true or false, but found '7'");
        assertThatThrownBy(() -> read("machines: { a: { roles: observer, data: here } }"))
                .hasMessageContaining("expected the absolute path of a folder with data, but found 'here'");
    }

    @Test
    void machinesAreSelectedByRoleZoneAndLabels() throws Exception {
        Fleet fleet = read("""
                machines:
                  a: { zone: eu-1, labels: { disk: nvme } }
                  b: { zone: eu-2, labels: { disk: nvme } }
                  c: { zone: eu-2, roles: observer }
                """);

        assertThat(fleet.with(WORKERS, Map.of())).extracting(Machine::name).containsExactly("a", "b");
        assertThat(fleet.with(Set.of(MachineRole.OBSERVER), Map.of()))
                .extracting(Machine::name)
                .containsExactly("c");
        assertThat(fleet.with(WORKERS, Map.of("zone", "eu-2", "disk", "nvme")))
                .extracting(Machine::name)
                .containsExactly("b");
        assertThat(fleet.with(WORKERS, Map.of("disk", "hdd"))).isEmpty();
    }

    @Test
    void allThatIsWrongIsSaidAtOnceWithItsPlace() {
        assertThatThrownBy(() -> read("""
                        machines:
                          load-1: { port: 9100 }
                          load-2: { ports: some }
                          load-3: { ssh: -oProxyCommand=evil }
                          load-4: { roles: [wroker] }
                          load-5: { java: jdk }
                        """))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("fleet.yaml:2:13: machines.load-1 has no key 'port'")
                .hasMessageContaining("did you mean 'ports'?")
                .hasMessageContaining(
                        "fleet.yaml:3:20: machines.load-2.ports: expected ports like 9100-9109, but found 'some'")
                .hasMessageContaining("fleet.yaml:4:18: machines.load-3.ssh: expected a host for ssh like load-1")
                .hasMessageContaining(
                        "fleet.yaml:5:21: machines.load-4.roles.1: expected one of worker, observer, but found 'wroker'")
                .hasMessageContaining("did you mean 'worker'?")
                .hasMessageContaining("fleet.yaml:6:19: machines.load-5: expected an absolute path like /opt/jdk-25")
                .hasMessageContaining("5 problems");
    }

    @Test
    void podsAreTheUsualOnesWhereNothingElseIsSaid() throws Exception {
        Pods usual = read("pods:").pods().orElseThrow();

        assertThat(usual)
                .isEqualTo(new Pods(
                        Optional.empty(),
                        Optional.empty(),
                        "eclipse-temurin:25-jre",
                        new PodQuantity("1"),
                        new PodQuantity("1Gi"),
                        Duration.ofMinutes(3),
                        Duration.ofHours(24)));
        assertThat(read("machines: { a: {} }").pods()).isEmpty();
    }

    @Test
    void allThatIsSaidOfPodsIsKept() throws Exception {
        Fleet fleet = read("""
                machines: { a: {} }
                pods:
                  namespace: load
                  context: lab
                  image: registry.example.org/java:25
                  cpu: 500m
                  memory: 2Gi
                  patience: 10m
                  deadline: 2h
                """);

        assertThat(fleet.machines()).containsOnlyKeys("a");
        assertThat(fleet.pods())
                .contains(new Pods(
                        Optional.of("load"),
                        Optional.of("lab"),
                        "registry.example.org/java:25",
                        new PodQuantity("500m"),
                        new PodQuantity("2Gi"),
                        Duration.ofMinutes(10),
                        Duration.ofHours(2)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ namespace: Load } | pods: a namespace has small letters, digits and '-', but this is 'Load'",
                "{ image: '-v' } | expected the name of an image, such as eclipse-temurin:25-jre, but found '-v'",
                "{ cpu: 0m } | cpu must be above zero, but is 0m",
                "{ cpu: much } | pods.cpu: expected a quantity as Kubernetes writes it, such as 2, 500m or 1Gi, but found 'much'",
                "{ memory: 767Mi } | memory must be 768Mi or more, but is 767Mi",
                "{ memory: 1Gb } | pods.memory: expected a quantity as Kubernetes writes it",
                "{ patience: soon } | pods.patience: ",
                "{ deadlin: 1h } | did you mean 'deadline'?",
            })
    void podsThatCanNotBeAreRefused(String pods, String problem) {
        assertThatThrownBy(() -> read("pods: " + pods))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("fleet.yaml:1:")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0.5, 0.5",
        "500m, 0.5",
        "2k, 2000",
        "1Ki, 1024",
        "768M, 768000000",
        "768Mi, 805306368",
        "1.5Gi, 1610612736",
        "1G, 1000000000",
        "1T, 1000000000000",
        "1Ti, 1099511627776"
    })
    void quantitiesAreThoseOfKubernetes(String text, BigDecimal amount) {
        assertThat(new PodQuantity(text).amount()).isEqualByComparingTo(amount);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "machines: {}", "machines: [a]", "hosts: { a: {} }", "machines: { -x: {} }", "[", "- a"})
    void whatNamesNeitherMachinesNorPodsIsRefused(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("fleet.yaml:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-l",
                "-oProxyCommand=x",
                "a b",
                "a;b",
                "a$(b)",
                "a`b`",
                "a'b",
                "a\"b",
                "a\nb",
                "a/b",
                "a:22",
                "@a",
                "-u@a",
                "u@-a",
                "[a]",
                "::1",
                "a,b",
                "a*b",
                "ä"
            })
    void noHostIsTakenThatCouldBeAnythingElse(String text) {
        assertThatThrownBy(() -> new SshDestination(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a host for ssh");
    }

    @ParameterizedTest
    @CsvSource({
        "load-1, load-1, load-1",
        "bench@load-1.example.org, bench@load-1.example.org, load-1.example.org",
        "[2001:db8::7], 2001:db8::7, 2001:db8::7",
        "bench@[fe80::7%eth0], bench@fe80::7%eth0, fe80::7%eth0"
    })
    void hostsAreGivenToSshAsItWantsThem(String text, String ofSsh, String host) {
        SshDestination destination = new SshDestination(text);

        assertThat(destination.ofSsh()).isEqualTo(ofSsh);
        assertThat(destination.host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "9-8", "1-65536", "a", "1-2-3", "-1"})
    void portsThatAreNoneAreRefused(String text) {
        assertThatThrownBy(() -> PortRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
