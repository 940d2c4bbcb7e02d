package dev.assay.cluster.local;

import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.cluster.node.ServerSettingsFile;
import dev.assay.host.process.ProcessSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * @param process without the prefix that keeps it to its machine
 * @param port for clients; 0 when they never talk to it
 * @param data its data folder
 * @param page of its metrics over HTTP; empty where it has none
 * @param settings null of a helper: it holds no data, counts as no node, no fault hits it, and when it ends on the way up its port was
 * taken
 * @param archive of its program, to be written at the end unless there is one
 */
public record NodePlan(
        Place place,
        ProcessSpec process,
        int port,
        Path data,
        Optional<URI> page,
        @Nullable Settings settings,
        @Nullable ClassArchive archive) {
    /**
     * @param values name to value, as people write them
     * @param structure converts these to what the file has
     */
    public record Settings(
            ServerSettingsFile.Form form, Map<String, String> values, UnaryOperator<Map<String, String>> structure) {
        public Settings {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        public Settings(ServerSettingsFile.Form form, Map<String, String> values) {
            this(form, values, UnaryOperator.identity());
        }
    }

    public static NodePlan helper(Place place, ProcessSpec process) {
        return new NodePlan(place, process, 0, place.folder(), Optional.empty(), null, null);
    }

    public String name() {
        return process.name();
    }
}
