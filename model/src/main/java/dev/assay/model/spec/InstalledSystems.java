package dev.assay.model.spec;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the kinds of systems on the class path, once. */
final class InstalledSystems {
    static final List<MessagingSystem> ALL =
            ServiceLoader.load(MessagingSystem.class, MessagingSystem.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(MessagingSystem::name))
                    .toList();

    private InstalledSystems() {}
}
