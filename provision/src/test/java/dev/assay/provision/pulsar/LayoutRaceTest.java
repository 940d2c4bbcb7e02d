package dev.assay.provision.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutRaceTest {
    private static final String LOSES =
            "echo 'KeeperErrorCode = BadVersion for /ledgers/underreplication/LAYOUT'; exit 2";

    @TempDir
    Path folder;

    @Test
    void aBookieThatLostIsStartedAgainAndTheWaitGoesOn() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            List<LeashedProcess> servers = new ArrayList<>(List.of(start(leash, "bookie-1", LOSES)));
            LayoutRace race = new LayoutRace();

            boolean ready = new Readiness(servers, race::excuses).await("the second start", () -> {
                race.startAgain(servers, name -> start(leash, name, "exec tail -f /dev/null"));
                return servers.getFirst().handle().isAlive()
                        && !servers.getFirst().exit().isDone();
            });

            assertThat(ready).isTrue();
            assertThat(race.excuses(servers.getFirst())).isFalse();
        }
    }

    @Test
    void onlyOnceAndForNoOtherReason() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            assertFails(leash, "bookie-1", LOSES);
            assertFails(leash, "bookie-2", "echo 'disk on fire'; exit 2");
        }
    }

    private void assertFails(Leash leash, String name, String script) {
        List<LeashedProcess> servers = new ArrayList<>(List.of(start(leash, name, script)));
        LayoutRace race = new LayoutRace();
        assertThatThrownBy(() -> new Readiness(servers, race::excuses).await("what never comes", () -> {
                    race.startAgain(servers, again -> start(leash, again, script));
                    return false;
                }))
                .isInstanceOf(ProvisionException.class)
                .hasMessageContaining(name + " has ended (exit code 2)");
    }

    private LeashedProcess start(Leash leash, String name, String script) {
        return leash.start(
                new Launch(name, List.of("/bin/sh", "-c", script), Map.of(), folder, folder.resolve(name + ".log")));
    }
}
