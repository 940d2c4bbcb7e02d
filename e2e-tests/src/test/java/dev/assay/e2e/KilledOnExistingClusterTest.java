package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kills coordinator, worker or both on shared clusters, which {@code assay cleanup} must restore to their former state. */
@Tag("server")
@Tag("slow")
class KilledOnExistingClusterTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final String UNDER_LOAD = "\\[1/\\d .* left";

    @TempDir
    Path folder;

    /** Names which process is killed, and when. */
    enum Death {
        COORDINATOR_WHILE_CREATING {
            @Override
            void kill(Path folder, Running run) throws Exception {
                Until.holds("topics are noted", MAX, () -> absentNoted(folder));
                Processes.signal(run.pid(), "KILL");
            }
        },
        COORDINATOR_UNDER_LOAD {
            @Override
            void kill(Path folder, Running run) throws Exception {
                run.awaitText(UNDER_LOAD, MAX);
                Processes.signal(run.pid(), "KILL");
            }
        },
        WORKER_UNDER_LOAD {
            @Override
            void kill(Path folder, Running run) throws Exception {
                run.awaitText(UNDER_LOAD, MAX);
                Processes.signal(Processes.only(folder, "WorkerProcess"), "KILL");
            }
        },
        BOTH_UNDER_LOAD {
            @Override
            void kill(Path folder, Running run) throws Exception {
                run.awaitText(UNDER_LOAD, MAX);
                Processes.killAll(folder);
            }
        };

        abstract void kill(Path folder, Running run) throws Exception;
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @ParameterizedTest
    @EnumSource
    void kafkaIsWhatItWas(Death death) throws Exception {
        isWhatItWas(OthersKafka.withTheirs(), death);
    }

    @ParameterizedTest
    @EnumSource
    void natsIsWhatItWas(Death death) throws Exception {
        isWhatItWas(OthersNats.withTheirs(), death);
    }

    @ParameterizedTest
    @EnumSource
    void pulsarIsWhatItWas(Death death) throws Exception {
        isWhatItWas(OthersPulsar.withTheirs(), death);
    }

    @ParameterizedTest
    @EnumSource
    void rabbitMqIsWhatItWas(Death death) throws Exception {
        isWhatItWas(OthersRabbitMq.withTheirs(), death);
    }

    private void isWhatItWas(OthersCluster cluster, Death death) throws Exception {
        try {
            killAndCleanUp(cluster, death);
        } finally {
            cluster.end();
        }
    }

    private void killAndCleanUp(OthersCluster cluster, Death death) throws Exception {
        Set<String> before = cluster.state();
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("existing.yaml", scenario(cluster));
        cluster.secrets().forEach(assay::with);
        Running run = assay.start("run", "existing.yaml", "--yes");
        death.kill(assay.folder(), run);
        run.await(MAX);
        assay.awaitNothingRunning(MAX);
        assertThat(cluster.state()).as("what is theirs").containsAll(before);
        if (death == Death.BOTH_UNDER_LOAD) {
            assertThat(cluster.state()).hasSizeGreaterThan(before.size());
        }

        Ended cleanup = assay.run(MAX, "cleanup", assay.runs().getFirst().toString());
        assertThat(cleanup.code()).as(cleanup.said()).isZero();
        Until.holds(
                "it is what it was, as all nodes tell",
                MAX,
                () -> cluster.state().equals(before));
    }

    private static String scenario(OthersCluster cluster) {
        return """
                name: state
                systems:
                  %s
                durability: level-4
                workload:
                  partitions: 3
                  rate: 200/s
                timing: { warmup: 1 s, measure: 2 min, drain: 15 s }
                """.formatted(cluster.scenario());
    }

    private static boolean absentNoted(Path folder) throws Exception {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return false;
        }
        try (var all = Files.list(runs)) {
            return all.filter(run -> Files.exists(run.resolve("created.jsonl")))
                    .flatMap(run -> RunDirectory.open(run).creations().entries().stream())
                    .anyMatch(entry -> entry.step() == Step.ABSENT);
        }
    }
}
