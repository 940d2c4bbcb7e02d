package dev.assay.provision.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.Readiness;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutRaceTest {
    private static final String LOSES =
            "echo 'KeeperErrorCode = BadVersion for /ledgers/underreplication/LAYOUT'; exit 2";

    private static final String BEGINS = "echo \"INFO Hello, I'm your bookie, listening on port 1\"; ";
    private static final String STARTS = "echo 'INFO Started component bookie-server.'; ";

    @TempDir
    Path folder;

    @Test
    void aBookieThatLostIsStartedAgainAndTheWaitGoesOn() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            Iterator<String> scripts = List.of(LOSES, "exec tail -f /dev/null").iterator();
            List<ServerProcess> servers = List.of(new ServerProcess(() -> start(leash, "bookie-1", scripts.next())));
            LayoutRace race = new LayoutRace();

            boolean ready = readiness(servers, race).await("the second start", () -> {
                race.startAgain(servers);
                return !scripts.hasNext() && servers.getFirst().isRunning();
            });

            assertThat(ready).isTrue();
            assertThat(race.excuses(servers.getFirst().process())).isFalse();
        }
    }

    @Test
    void onlyOnceAndForNoOtherReason() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            assertFails(leash, "bookie-1", LOSES);
            assertFails(leash, "bookie-2", "echo 'disk on fire'; exit 2");
        }
    }

    @Test
    void itIsOverWhenEveryBookieSaysThatItHasStartedSinceItBeganLast() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            assertThat(isOver(leash, "bookie-1", BEGINS)).isFalse();
            assertThat(isOver(leash, "bookie-2", BEGINS + STARTS)).isTrue();
            assertThat(isOver(leash, "bookie-3", BEGINS + STARTS + BEGINS)).isFalse();
            assertThat(isOver(leash, "broker-1", "echo something else; ")).isTrue();
        }
    }

    private boolean isOver(Leash leash, String name, String script) {
        ServerProcess server = new ServerProcess(() -> start(leash, name, script + "exit 0"));
        server.process().exit().join();
        return new LayoutRace().isOver(List.of(server));
    }

    private void assertFails(Leash leash, String name, String script) {
        List<ServerProcess> servers = List.of(new ServerProcess(() -> start(leash, name, script)));
        LayoutRace race = new LayoutRace();
        assertThatThrownBy(() -> readiness(servers, race).await("what never comes", () -> {
                    race.startAgain(servers);
                    return false;
                }))
                .isInstanceOf(ProvisionException.class)
                .hasMessageContaining(name + " has ended (exit code 2)");
    }

    private static Readiness readiness(List<ServerProcess> servers, LayoutRace race) {
        return new Readiness("Pulsar", () -> LocalCluster.processes(servers), Duration.ofSeconds(30), race::excuses);
    }

    private LeashedProcess start(Leash leash, String name, String script) {
        return leash.start(
                new Launch(name, List.of("/bin/sh", "-c", script), Map.of(), folder, folder.resolve(name + ".log")));
    }
}
