package dev.assay.coordination.worker;

import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a worker that other machines can reach takes from whoever shows its token: no classes but a few for logging in, no
 * commands, and files only from folders that its operator allowed. It goes by names and by values, so that it holds for
 * all vendors' settings, and errs on the side of refusing. Values are not repeated in messages, as some are secrets.
 *
 * @param folders where files may lie
 * @param driver knows how its vendor's client logs in
 */
record SettingsPolicy(List<Path> folders, DriverProvider driver) {
    private static final Pattern CLASS = Pattern.compile("\\b(?:[a-z_]\\w*\\.)+[A-Z]\\w*");
    private static final Pattern CLASS_SETTING =
            Pattern.compile("(?i).*(class(es)?|classname|reporters|assignment\\.strategy|\\.providers)");
    private static final Pattern COMMAND_SETTING = Pattern.compile("(?i).*[._-](cmd|command)");
    private static final Pattern FILE_SETTING =
            Pattern.compile("(?i).*([._-](location|dir|directory|file|path|store)|(file|path|filename|directory))");
    private static final Pattern URL_ELSEWHERE = Pattern.compile("(?i)\\b(?!file:)[a-z][a-z0-9+.-]*://[^\\s,;\"']*");
    private static final Pattern PATH = Pattern.compile("(?i)(?:^|(?<=[\\s,;\"'=:]))(?:file:)?(/[^\\s,;\"']*)");
    private static final String INLINE_PEM = "-----BEGIN ";

    SettingsPolicy {
        folders = List.copyOf(folders);
    }

    /** Why that can't be taken, each a sentence; empty when it can. */
    List<String> problems(DriverConfig config) {
        String system = driver.system();
        List<String> problems = new ArrayList<>();
        VendorSettings settings = config.settings();
        String path = "settings." + system + ".";
        check("systems." + system + ".", config.connection(), problems);
        check(path + "client.", settings.client(), problems);
        check(path + "producer.", settings.producer(), problems);
        check(path + "consumer.", settings.consumer(), problems);
        check(path + "topic.", settings.topic(), problems);
        return problems;
    }

    private void check(String group, Map<String, String> settings, List<String> problems) {
        new TreeMap<>(settings)
                .forEach((name, value) ->
                        problem(name, value.strip()).ifPresent(problem -> problems.add(group + name + " " + problem)));
    }

    private Optional<String> problem(String name, String value) {
        if (value.isEmpty() || value.startsWith(INLINE_PEM)) {
            return Optional.empty();
        }
        if (COMMAND_SETTING.matcher(name).matches()) {
            return Optional.of("names a command: a worker that other machines can reach runs none for its callers");
        }
        return namesClass(name, value).or(() -> namesFile(name, value));
    }

    private Optional<String> namesClass(String name, String value) {
        boolean refused = isLogin(name)
                ? !logsInByItself(value)
                : CLASS_SETTING.matcher(name).matches()
                        || CLASS.matcher(URL_ELSEWHERE.matcher(value).replaceAll(""))
                                .find();
        return refused
                ? Optional.of("names a class: a worker that other machines can reach loads none for its callers"
                        + exceptForLogins())
                : Optional.empty();
    }

    private boolean isLogin(String name) {
        String lower = "." + name.toLowerCase(Locale.ROOT);
        return driver.loginSettings().stream().anyMatch(login -> lower.endsWith("." + login.toLowerCase(Locale.ROOT)));
    }

    private String exceptForLogins() {
        return driver.loginClasses().isEmpty()
                ? ""
                : driver.loginClasses().stream()
                        .map(type -> type.substring(type.lastIndexOf('.') + 1))
                        .sorted()
                        .collect(Collectors.joining(", ", ", except for logging in with ", ""));
    }

    /** Entries end in a semicolon and begin with their module; what stands in quotes is an option's value. */
    private boolean logsInByItself(String value) {
        return Arrays.stream(value.replaceAll("\"[^\"]*\"", "").split(";"))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .allMatch(entry -> driver.loginClasses().contains(entry.split("\\s", 2)[0]));
    }

    private Optional<String> namesFile(String name, String value) {
        List<String> files = new ArrayList<>();
        String rest = URL_ELSEWHERE.matcher(value).replaceAll("");
        PATH.matcher(rest).results().forEach(found -> files.add(found.group(1)));
        if (files.isEmpty() && FILE_SETTING.matcher(name).matches()) {
            files.add(value);
        }
        return files.stream().allMatch(this::isAllowed)
                ? Optional.empty()
                : Optional.of(
                        "names a file that is not in a folder which this worker's operator allowed ("
                                + (folders.isEmpty() ? "none is" : folders.toString())
                                + "); start the worker with --allow-files DIR, or put the content into the setting where the client takes it");
    }

    /** Whether it lies there in truth, links followed. What does not exist is not distinguished from what is not allowed. */
    private boolean isAllowed(String file) {
        try {
            Path real = Path.of(file).toRealPath();
            for (Path folder : folders) {
                if (real.startsWith(folder.toRealPath())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
