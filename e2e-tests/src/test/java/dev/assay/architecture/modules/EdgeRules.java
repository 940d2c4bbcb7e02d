package dev.assay.architecture.modules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;

/** Contains the rules on dependencies. Each takes the root package, so that it can be checked on a fixture as well. */
final class EdgeRules {
    /**
     * Describes a library that few modules may use.
     *
     * @param packagePattern the library's classes
     * @param owners packages below the root that may use it, the main one first
     */
    record Library(String packagePattern, List<String> owners) {
        Library {
            owners = List.copyOf(owners);
        }
    }

    /** Lists vendors' clients first; the bench compares the bare client with the driver. */
    static final List<Library> LIBRARIES = List.of(
            new Library("org.apache.kafka..", List.of("systems.kafka.driver..", "bench..")),
            new Library("org.apache.pulsar..", List.of("systems.pulsar.driver..")),
            new Library("com.rabbitmq..", List.of("systems.rabbitmq.driver..")),
            new Library("io.nats..", List.of("systems.nats.driver..")),
            new Library("io.grpc..", List.of("worker", "worker.wire..", "run..", "bench..")),
            new Library("io.fabric8..", List.of("kubernetes..")),
            new Library("io.prometheus..", List.of("run.metrics..")),
            new Library("org.snakeyaml..", List.of("scenario..")),
            new Library("org.eclipse.aether..", List.of("cluster..")),
            new Library("org.apache.commons.statistics..", List.of("analysis..", "bench..")),
            new Library("gg.jte..", List.of("report..")),
            new Library("picocli..", List.of("cli..")),
            new Library(
                    "tools.jackson..",
                    List.of(
                            "host.file..",
                            "store..",
                            "worker.wire..",
                            "run..",
                            "report..",
                            "cli..",
                            "systems.rabbitmq.driver..")),
            new Library("org.junit..", List.of("driver..", "cluster..", "testing..")),
            new Library("org.assertj..", List.of("driver..", "cluster..", "testing..")));

    private EdgeRules() {}

    /** Forbids a module's classes to know modules that the table does not allow. */
    static ArchRule edgesOf(AssayModule module, String root) {
        return classes()
                .that()
                .resideInAnyPackage(module.packagesBelow(root))
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage(root + "..").or(resideInAnyPackage(module.knownPackagesBelow(root))))
                .because("the dependency table of ARCHITECTURE.md allows " + module.folder() + " no other edge")
                .allowEmptyShould(true);
    }

    /** Forbids drivers to know deployments, since workers start no servers; what both share describes the system itself. */
    static ArchRule driversDeployNothing(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".systems.*.driver..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".cluster..", root + ".systems.*.deployment..")
                .because("a worker's class path has the vendor's client and no deployment");
    }

    /** Forbids deployments to know drivers, since the control side has no vendor's client on its class path. */
    static ArchRule deploymentsKnowNoDriver(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".systems.*", root + ".systems.*.deployment..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".systems.*.driver..")
                .because("the vendor's client is on the class path of workers only");
    }

    /** Forbids a system to know another one. */
    static ArchRule systemsAreApart(String root) {
        return slices().matching(root + ".systems.(*)..").should().notDependOnEachOther();
    }

    /** Requires every class to belong to a module. */
    static ArchRule everyClassHasAModule(String root) {
        String[] all = Arrays.stream(AssayModule.values())
                .flatMap(module -> Arrays.stream(module.packagesBelow(root)))
                .toArray(String[]::new);
        return classes().that().resideInAPackage(root + "..").should().resideInAnyPackage(all);
    }

    /** Allows only the owners to use a library. */
    static ArchRule staysWithItsOwners(Library library, String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(ownersOf(library, root))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library.packagePattern());
    }

    static String[] ownersOf(Library library, String root) {
        return library.owners().stream().map(name -> root + "." + name).toArray(String[]::new);
    }

    /** Forbids cycles between packages, also longer ones. */
    static ArchRule noPackageCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }
}
