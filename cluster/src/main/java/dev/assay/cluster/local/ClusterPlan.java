package dev.assay.cluster.local;

import dev.assay.cluster.OwnerOnly;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.host.process.ProcessSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans how a cluster whose nodes have a place is started and kept.
 *
 * @param stages one after the other; the checks of the last say that the cluster serves
 * @param folders to be made beside those of the nodes
 * @param files beside those with the nodes' settings
 * @param connection of a driver
 * @param reporting null where nodes do not report their settings
 */
public record ClusterPlan(
        List<Stage> stages,
        List<Path> folders,
        List<TextFile> files,
        Map<String, String> connection,
        Upkeep upkeep,
        @Nullable Reporting reporting) {
    /**
     * Lists the nodes that are started at once.
     *
     * @param tasks that precede the nodes
     * @param checks that follow, each in its turn
     */
    public record Stage(List<Task> tasks, List<NodePlan> nodes, List<ReadyCheck> checks) {
        public Stage {
            tasks = List.copyOf(tasks);
            nodes = List.copyOf(nodes);
            checks = List.copyOf(checks);
        }
    }

    /**
     * Describes a program that runs to its end.
     *
     * @param patience limit of its run
     * @param archive that it may have written
     */
    public record Task(ProcessSpec process, Duration patience, ClassArchive archive) {}

    /**
     * Decides when nodes are ready.
     *
     * @param what as in "Waited for the brokers to listen"; empty for the names of those that are not ready
     * @param ready asked of each node until it is true
     */
    public record ReadyCheck(String what, List<Place> nodes, Predicate<Place> ready) {
        String what(List<Place> unready) {
            return what.isEmpty() ? unready.stream().map(Place::name).collect(Collectors.joining(", ")) : what;
        }
    }

    /** @param secret whether only its owner may read it */
    public record TextFile(Path file, String text, boolean secret) {
        /** Copies a resource beside a class, under its own name. */
        public static TextFile ofResource(Class<?> beside, String name, Path folder) {
            try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return new TextFile(folder.resolve(name), text, false);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + name, e);
            }
        }

        void write() throws IOException {
            if (secret) {
                OwnerOnly.write(file, text);
            } else {
                Files.writeString(file, text);
            }
        }
    }

    /**
     * @param beforeRestart runs before nodes that have ended are started again
     * @param stranded whether a running node has to be restarted when the cluster does not serve again by itself; null where that never
     *     helps
     * @param rolling null where nodes can't be restarted in turn
     */
    public record Upkeep(
            Consumer<Revival> beforeRestart,
            @Nullable Predicate<NodePlan> stranded,
            @Nullable Rolling rolling) {
        public static Upkeep restarting(Predicate<NodePlan> stranded) {
            return new Upkeep(_ -> {}, stranded, null);
        }
    }

    /** Gives access to nodes that have ended and are about to be started again. */
    public interface Revival {
        boolean hasEnded(NodePlan node);

        /** Starts the nodes of a stage that have ended, and returns when the stage is ready; false when none has ended. */
        boolean restarted(Stage stage);
    }

    /**
     * @param inSync when all replicas are in sync
     * @param upgraded the nodes with the other version of the servers; none where none was prepared
     * @param remark on an upgrade, for readers
     */
    public record Rolling(ReadyCheck inSync, List<NodePlan> upgraded, String remark) {}

    /**
     * Describes how a node reports its settings, which override the configured ones.
     *
     * @param question a program that prints them; null where the node has printed them itself
     */
    public record Reporting(@Nullable Function<Place, ProcessSpec> question, SettingsReader reader) {}

    @FunctionalInterface
    public interface SettingsReader {
        Map<String, String> read(Path printed) throws IOException;
    }

    public ClusterPlan {
        stages = List.copyOf(stages);
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        connection = Map.copyOf(connection);
    }

    /** Returns all processes that are started, helpers included. */
    public List<NodePlan> nodes() {
        return stages.stream().flatMap(stage -> stage.nodes().stream()).toList();
    }
}
