package dev.assay.architecture.modules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Closeable;
import java.io.InputStream;
import java.io.Reader;
import java.io.Serializable;
import java.util.Set;

/** Restricts what the classes of a package may access. */
final class PurityRules {
    private static final Set<String> WORLD_OF_SYSTEM =
            Set.of("nanoTime", "currentTimeMillis", "getenv", "getProperty", "console", "out", "err", "in", "exit");
    private static final Set<String> THREADS = Set.of(
            "java.lang.Thread",
            "java.util.Timer",
            "java.util.concurrent.Executor",
            "java.util.concurrent.ExecutorService",
            "java.util.concurrent.ScheduledExecutorService",
            "java.util.concurrent.Executors",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.locks.LockSupport");

    private PurityRules() {}

    /** Forbids files, the network and other processes; class resources may be read. */
    static ArchRule touchesNoFiles(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat(describe("read or write files, sockets or processes", PurityRules::isOutside))
                .because("everything after the run directory is a function of what it is given");
    }

    /** Requires results to depend on the arguments alone: no clock, no environment, no unseeded randomness, no console. */
    static ArchRule readsNoClock(String... packages) {
        DescribedPredicate<JavaAccess<?>> world =
                describe("is a clock, the environment, the console or unseeded chance", PurityRules::isWorld);
        return noClasses().that().resideInAnyPackage(packages).should().accessTargetWhere(world);
    }

    /** Forbids threads and logs. */
    static ArchRule startsNoThreadsAndLogsNothing(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "org.slf4j..", "ch.qos.logback..", "java.util.logging..", "org.apache.logging..")
                        .or(describe("are threads", type -> THREADS.contains(outermost(type)))));
    }

    private static boolean isOutside(JavaClass type) {
        String outer = outermost(type);
        if (resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..")
                .test(type)) {
            return true;
        }
        if (outer.startsWith("java.lang.Process") || outer.equals("java.lang.Runtime")) {
            return true;
        }
        return type.getPackageName().equals("java.io") && !isHarmless(type);
    }

    /** Accepts exceptions, and streams in general, whose source is chosen by the code that opens them, not by the code that reads them. */
    private static boolean isHarmless(JavaClass type) {
        return type.isAssignableTo(Exception.class)
                || type.isEquivalentTo(Serializable.class)
                || type.isEquivalentTo(Closeable.class)
                || type.isEquivalentTo(InputStream.class)
                || type.isEquivalentTo(Reader.class)
                || type.getSimpleName().startsWith("String")
                || type.getSimpleName().startsWith("ByteArray");
    }

    private static boolean isWorld(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return switch (owner) {
            case "java.lang.System" -> WORLD_OF_SYSTEM.contains(name);
            case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
            case "java.util.Random" -> access.getTarget().getFullName().equals("java.util.Random.<init>()");
            case "java.util.UUID" -> name.equals("randomUUID");
            case "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom" -> true;
            default -> owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system"));
        };
    }

    private static String outermost(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
