package dev.assay.model.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the kinds of systems on the class path, once, and keeps those that are added. */
final class InstalledSystems {
    private static volatile List<MessagingSystem> all =
            sorted(ServiceLoader.load(MessagingSystem.class, MessagingSystem.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList());

    private InstalledSystems() {}

    static List<MessagingSystem> all() {
        return all;
    }

    static synchronized void add(MessagingSystem kind) {
        List<MessagingSystem> more = new ArrayList<>(all);
        more.add(kind);
        all = sorted(more);
    }

    private static List<MessagingSystem> sorted(List<MessagingSystem> kinds) {
        return kinds.stream()
                .sorted(Comparator.comparing(MessagingSystem::name))
                .toList();
    }
}
