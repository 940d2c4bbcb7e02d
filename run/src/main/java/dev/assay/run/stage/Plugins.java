package dev.assay.run.stage;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.cluster.system.SystemPlugin;
import dev.assay.driver.DriverProvider;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.store.RunDirectory;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Loads systems that Assay does not include, each from a jar that the user has named on the command line of this process. Neither a
 * file nor the environment can name one: its code may do here whatever its user may do.
 */
public final class Plugins {
    public static final String OPTION = "--plugin";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,30}");
    private static final String ARTIFACT = "plugin ";
    private static final String SERVICES = "META-INF/services/";
    private static final Map<String, Plugin> LOADED = new ConcurrentSkipListMap<>();

    private Plugins() {}

    private record Plugin(Path jar, String sha256) {}

    /** Returns the jar with the driver of that system; empty where it comes from no plugin. */
    static Optional<Path> jar(String system) {
        return Optional.ofNullable(LOADED.get(system)).map(Plugin::jar);
    }

    /** Returns the SHA-256 of that jar by the name under which runs record it, without its folder; empty where there is none. */
    public static Map<String, String> checksums(String system) {
        Plugin plugin = LOADED.get(system);
        return plugin == null ? Map.of() : Map.of(ARTIFACT + system, plugin.sha256());
    }

    /** Tells whether runs record a plugin under that name, and no other artifact. */
    public static boolean isArtifact(String name) {
        return name.startsWith(ARTIFACT)
                && NAME.matcher(name.substring(ARTIFACT.length())).matches();
    }

    /**
     * Compares the plugins of this process with recorded ones.
     *
     * @param artifacts SHA-256 by name: those of {@link #checksums}, and of other files, which are ignored
     * @return a sentence about the first plugin that is lacking or differs; empty where all are the same
     */
    public static Optional<String> objection(Map<String, String> artifacts) {
        for (Map.Entry<String, String> artifact : artifacts.entrySet()) {
            String system = artifact.getKey().replaceFirst("^" + ARTIFACT, "");
            if (system.equals(artifact.getKey())
                    || artifact.getValue().equals(checksums(system).get(artifact.getKey()))) {
                continue;
            }
            Plugin other = LOADED.get(system);
            return Optional.of(
                    other == null
                            ? "its system '%s' comes from a plugin, so give that, whose SHA-256 is %s: %s JAR"
                                    .formatted(system, artifact.getValue(), OPTION)
                            : "its plugin for '%s' had the SHA-256 %s, and %s has %s; give the one that it had"
                                    .formatted(system, artifact.getValue(), other.jar(), other.sha256()));
        }
        return Optional.empty();
    }

    /**
     * Makes the systems of these jars known, each in the jar's own name space for classes.
     *
     * @throws CommandFailure when one is not a jar of exactly one new system that was built for this version
     */
    public static synchronized void load(List<Path> jars) {
        for (Path jar : jars) {
            Path file = jar.toAbsolutePath().normalize();
            try {
                requireOwn(file);
                MessagingSystem kind = system(file);
                LOADED.put(kind.name(), new Plugin(file, Sha256.ofFile(file)));
                MessagingSystem.add(kind);
            } catch (IOException e) {
                throw refused(file, "can't be read as a jar: " + e.getMessage());
            } catch (ServiceConfigurationError | LinkageError e) {
                throw refused(file, "does not fit this Assay (" + e.getMessage() + "); build it against its jars");
            }
        }
    }

    /** Refuses a jar in a run directory, since whoever made that has no say in what runs here. */
    private static void requireOwn(Path file) throws IOException {
        if (RunDirectory.isAround(file)) {
            throw refused(file, "lies in a run directory, which may come from anybody; keep it elsewhere");
        }
    }

    private static MessagingSystem system(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (Class<?> service : List.of(MessagingSystem.class, DriverProvider.class)) {
                if (jar.getEntry(SERVICES + service.getName()) == null) {
                    throw refused(
                            file,
                            "has no " + (service == MessagingSystem.class ? "system" : "driver") + ": it lacks "
                                    + SERVICES + service.getName());
                }
            }
        }
        String builtFor = AssayInstallation.describe(List.of(file)).getProperty("assay.version", "");
        String version = AssayBuild.ofThisProcess().version();
        if (!builtFor.equals(version)) {
            throw refused(
                    file,
                    "was built for %s, and this is Assay %s (assay.version in %s); build it against this one's jars"
                            .formatted(
                                    builtFor.isEmpty() ? "no version that it names" : "Assay " + builtFor,
                                    version,
                                    AssayInstallation.DESCRIPTION));
        }
        URLClassLoader classes = new URLClassLoader(new URL[] {file.toUri().toURL()}, Plugins.class.getClassLoader());
        List<MessagingSystem> kinds = ServiceLoader.load(MessagingSystem.class, classes).stream()
                .filter(provider -> provider.type().getClassLoader() == classes)
                .map(ServiceLoader.Provider::get)
                .toList();
        if (kinds.size() != 1 || !(kinds.getFirst() instanceof SystemPlugin<?> kind)) {
            throw refused(
                    file,
                    "has to have one system that is a SystemPlugin, but has "
                            + kinds.stream().map(MessagingSystem::name).toList());
        }
        String name = kind.name();
        if (!NAME.matcher(name).matches()) {
            throw refused(file, "calls its system '" + name + "', but names are lower-case letters and digits");
        }
        if (MessagingSystem.named(name).isPresent()) {
            throw refused(
                    file,
                    "has the system '" + name + "', but there is one of that name already"
                            + jar(name).map(other -> ", in " + other).orElse(" in Assay"));
        }
        return kind;
    }

    private static CommandFailure refused(Path file, String why) {
        return CommandFailure.badInput(OPTION + " " + file + " " + why);
    }
}
