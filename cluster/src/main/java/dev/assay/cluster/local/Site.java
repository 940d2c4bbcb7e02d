package dev.assay.cluster.local;

import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.host.process.ProcessSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * @param places of the nodes, in the order of the recipe
 * @param folder of all nodes, deleted with the cluster
 * @param logs folder that is kept
 */
public record Site(List<Place> places, Path folder, Path logs) {
    public Site {
        places = List.copyOf(places);
    }

    /** @param ports one for each port that the nodes need, in their order */
    public static Site of(List<Recipe.Node> nodes, List<Integer> ports, NodeEnvironment environment, Path logs) {
        Iterator<Integer> free = ports.iterator();
        List<Place> places = new ArrayList<>();
        for (Recipe.Node node : nodes) {
            Map<String, Integer> nodePorts = new LinkedHashMap<>();
            node.ports().forEach(port -> nodePorts.put(port, free.next()));
            Path folder = environment.folder().resolve(node.name());
            List<Path> disks = node.storing() ? environment.dataFolders(node.machine()) : List.of();
            places.add(new Place(
                    node.name(),
                    node.machine(),
                    environment.address(node.machine()),
                    nodePorts,
                    folder,
                    disks.isEmpty() ? List.of(folder) : disks));
        }
        return new Site(places, environment.folder(), logs);
    }

    /** Joins the places' texts by commas. */
    public String each(Function<Place, String> text) {
        return places.stream().map(text).collect(Collectors.joining(","));
    }

    /** Returns the folder where servers unpack what they need while they run. It is on none of the nodes' disks, which may be full. */
    public Path temporaryFiles() {
        return folder.resolve("tmp");
    }

    public ProcessSpec server(String name, List<String> command, Path workFolder) {
        return new ProcessSpec(name, command, Map.of(), workFolder, logs.resolve(name + ".log"));
    }

    /** Describes a server on a JVM, which unpacks to {@link #temporaryFiles}. */
    public ProcessSpec server(Place place, JavaCommand command) {
        return server(place.name(), command.words(), place.folder()).withTemporaryFiles(temporaryFiles());
    }

    /** Describes a short program on a JVM, whose log is deleted with the cluster. */
    public ProcessSpec program(String name, JavaCommand command, String log) {
        return new ProcessSpec(name, command.words(), Map.of(), folder, folder.resolve(log))
                .withTemporaryFiles(temporaryFiles());
    }
}
