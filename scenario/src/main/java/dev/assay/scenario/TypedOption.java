package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;

/**
 * Describes an option of the command line that sets a key, as it was typed.
 *
 * @param name such as {@code --set}
 * @param typed the text behind the name: {@code path=value}, or the value alone
 * @param root the key above a typed path; with {@code valueOnly}, the key itself
 * @param skipped how many characters at the start of a typed path only lead to {@code root}
 * @param valueOnly whether the value alone is typed
 */
record TypedOption(String name, String typed, KeyPath root, int skipped, boolean valueOnly) {
    static final String SET = "--set";
    private static final String SETTINGS = "settings";

    /** Returns an option with a path from the top of a scenario file. */
    static TypedOption ofScenario(String typed) {
        return new TypedOption(SET, typed, KeyPath.TOP, 0, false);
    }

    /** Returns an option with a key of one system, or {@code settings.GROUP.NAME} for its settings by the vendor's names. */
    static TypedOption ofSystem(String system, String typed) {
        return typed.startsWith(SETTINGS + ".")
                ? new TypedOption(SET, typed, KeyPath.TOP.to(SETTINGS).to(system), SETTINGS.length() + 1, false)
                : new TypedOption(SET, typed, KeyPath.TOP.to("systems").to(system), 0, false);
    }

    static TypedOption ofKey(String name, KeyPath key, String value) {
        return new TypedOption(name, value, key, 0, true);
    }

    /** Tells whether a list of values makes a dimension, as it does in scenarios. */
    boolean takesList() {
        return root.equals(KeyPath.TOP);
    }

    String example() {
        return takesList() ? "workload.rate=5000/s" : "version=VERSION";
    }

    /** Returns the key that the option sets; only its known beginning where the path is not known in full. */
    KeyPath key() {
        int end = typed.indexOf('=');
        if (valueOnly || end <= skipped) {
            return root;
        }
        String path = typed.substring(skipped, end);
        return KeyRoute.of(root.equals(KeyPath.TOP) ? path : root + "." + path).place();
    }
}
