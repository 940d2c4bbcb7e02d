package dev.assay.architecture.modules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The dependency table of ARCHITECTURE.md: each module, its packages below the root, and the modules it may know. */
@SuppressWarnings("ImmutableEnumChecker") // the lists come from List.of
enum AssayModule {
    CORE("core", List.of("core.."), List.of()),
    HOST("host", List.of("host.."), List.of("core")),
    STORE("store", List.of("store.."), List.of("core")),
    ANALYSIS("analysis", List.of("analysis.."), List.of("core")),
    REPORT("report", List.of("report.."), List.of("analysis")),
    DRIVER_API(
            "driver-api",
            List.of("driver", "driver.memory..", "driver.client..", "driver.contract.."),
            List.of("core")),
    DRIVER_KAFKA("drivers/kafka", List.of("driver.kafka.."), List.of("driver-api")),
    DRIVER_MEMORY("drivers/memory", List.of(), List.of("driver-api")),
    DRIVER_PULSAR("drivers/pulsar", List.of("driver.pulsar.."), List.of("driver-api")),
    DRIVER_RABBITMQ("drivers/rabbitmq", List.of("driver.rabbitmq.."), List.of("driver-api")),
    ENGINE("engine", List.of("engine.."), List.of("driver-api")),
    COORDINATION("coordination", List.of("coordination.."), List.of("engine", "store", "host")),
    DEPLOYMENT("deployment", List.of("deployment.."), List.of("core", "host")),
    CLI("cli", List.of("cli.."), List.of("store", "analysis", "report", "engine", "coordination", "deployment")),
    DIST("dist", List.of(), List.of("cli", "drivers/kafka", "drivers/memory", "drivers/pulsar", "drivers/rabbitmq")),
    E2E_TESTS("e2e-tests", List.of(), List.of()),
    TESTKIT("testkit", List.of("testkit.."), List.of("driver-api", "host")),
    SHARED_CLUSTERS("shared-clusters", List.of("sharedclusters.."), List.of("driver-api", "deployment", "testkit")),
    BENCH(
            "bench",
            List.of("bench.."),
            List.of("coordination", "report", "deployment", "testkit", "drivers/kafka", "drivers/memory"));

    private final String folder;
    private final List<String> packages;
    private final List<String> mayKnow;

    AssayModule(String folder, List<String> packages, List<String> mayKnow) {
        this.folder = folder;
        this.packages = packages;
        this.mayKnow = mayKnow;
    }

    /** The module's folder, relative to the root of the project. */
    String folder() {
        return folder;
    }

    /** The artifact's name, such as {@code assay-driver-kafka}. */
    String artifact() {
        return "assay-" + folder.replace("drivers/", "driver-");
    }

    /** Package patterns of the module's own classes below {@code root}; none for a module without classes. */
    String[] packagesBelow(String root) {
        return packages.stream().map(name -> root + "." + name).toArray(String[]::new);
    }

    /** Package patterns of the module's own classes and of those that it may know, directly or through others. */
    String[] knownPackagesBelow(String root) {
        return known().stream()
                .flatMap(module -> Arrays.stream(module.packagesBelow(root)))
                .toArray(String[]::new);
    }

    /** The modules that the table names for this one. */
    Set<AssayModule> mayKnow() {
        Set<AssayModule> direct = new LinkedHashSet<>();
        mayKnow.forEach(name -> direct.add(ofFolder(name)));
        return direct;
    }

    /** Whoever may know a module may know what that one shows: its own types are made of it. */
    Set<AssayModule> known() {
        Set<AssayModule> reached = new LinkedHashSet<>(List.of(this));
        List<AssayModule> open = new ArrayList<>(reached);
        while (!open.isEmpty()) {
            open.removeLast().mayKnow().stream().filter(reached::add).forEach(open::add);
        }
        return reached;
    }

    static AssayModule ofFolder(String folder) {
        return Arrays.stream(values())
                .filter(module -> module.folder.equals(folder))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no module " + folder + " in the dependency table"));
    }
}
