package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what a client has against settings: it tells the first thing only, so it is given them one by one, and all of them together at the end. */
public final class SettingTrial {
    /** How what drivers themselves object to begins. */
    private static final String NAMED = "settings.";

    private final String system;
    private final Set<String> problems = new LinkedHashSet<>();

    /** @param system its key in scenarios */
    public SettingTrial(String system) {
        this.system = system;
    }

    /** What takes settings and throws where the client refuses them. */
    @FunctionalInterface
    public interface Taking {
        /** Has the client take them. */
        void take(Map<String, Setting> settings) throws DriverException;
    }

    /** Gives the client those of a group, each that a scenario sets alone as well. */
    public SettingTrial give(SettingGroup group, Map<String, Setting> settings, Taking client) {
        boolean fine = true;
        for (Map.Entry<String, Setting> one : settings.entrySet()) {
            if (one.getValue().isOfScenario()) {
                fine &= take(
                        group.path(system) + "." + one.getKey() + ": ", Map.of(one.getKey(), one.getValue()), client);
            }
        }
        if (fine) {
            take(group.path(system) + ": ", settings, client);
        }
        return this;
    }

    private boolean take(String place, Map<String, Setting> settings, Taking client) {
        try {
            client.take(settings);
            return true;
        } catch (DriverException | RuntimeException e) {
            String reason = innermost(e);
            problems.add(reason.startsWith(NAMED) ? reason : place + reason);
            return false;
        }
    }

    /** Adds what was found otherwise. */
    public SettingTrial add(String problem) {
        problems.add(problem);
        return this;
    }

    /** In the order in which they were found. */
    public List<String> problems() {
        return new ArrayList<>(problems);
    }

    /** What a failure came from, in a line. */
    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof DriverException)) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message.lines().findFirst().orElse(message);
    }
}
