package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects a client's objections to settings. As a client reports only the first problem, it is given the settings one by
 * one where it refuses all together.
 */
public final class SettingTrial {
    private static final String NAMED = "settings.";

    private final String system;
    private final Set<String> problems = new LinkedHashSet<>();

    /** @param system its key in scenarios */
    public SettingTrial(String system) {
        this.system = system;
    }

    /** Takes settings and throws where the client refuses them. */
    @FunctionalInterface
    public interface Taking {
        void take(Map<String, Setting> settings) throws DriverException;
    }

    /**
     * Gives the client the settings of a group: all together, as it will be given them, and where it refuses that, each that a
     * scenario sets with those that it does not.
     */
    public SettingTrial give(SettingGroup group, Map<String, Setting> settings, Taking client) {
        String whole = refusal(settings, client);
        if (whole == null) {
            return this;
        }
        Map<String, Setting> defaults = new LinkedHashMap<>(settings);
        defaults.values().removeIf(Setting::isOfScenario);
        boolean refusedAlone = false;
        for (Map.Entry<String, Setting> one : settings.entrySet()) {
            if (one.getValue().isOfScenario()) {
                Map<String, Setting> alone = new LinkedHashMap<>(defaults);
                alone.put(one.getKey(), one.getValue());
                String reason = refusal(alone, client);
                if (reason != null) {
                    note(group.path(system) + "." + one.getKey(), reason);
                    refusedAlone = true;
                }
            }
        }
        if (!refusedAlone) {
            note(group.path(system).toString(), whole);
        }
        return this;
    }

    /** Returns the client's objection; null where it takes them. */
    private static @Nullable String refusal(Map<String, Setting> settings, Taking client) {
        try {
            client.take(settings);
            return null;
        } catch (DriverException | RuntimeException e) {
            return innermost(e);
        }
    }

    private void note(String place, String reason) {
        problems.add(reason.startsWith(NAMED) ? reason : place + ": " + reason);
    }

    public SettingTrial add(String problem) {
        problems.add(problem);
        return this;
    }

    /** Returns the problems in the order in which they were found. */
    public List<String> problems() {
        return new ArrayList<>(problems);
    }

    /** Returns the message of a failure's root cause, in a line. */
    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof DriverException)) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message.lines().findFirst().orElse(message);
    }
}
