package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.setting.SettingProblem;
import dev.assay.model.setting.SettingRules;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks a scenario's settings with the client on the class path: the scenario itself was checked with lists, which
 * leave to the driver what no list contains.
 */
public final class SettingCheck {
    private SettingCheck() {}

    /**
     * @param known what the client knows, by group
     * @throws DriverException naming every one of them
     */
    public static void run(SettingRules rules, Map<SettingGroup, SettingNames> known, VendorSettings settings)
            throws DriverException {
        List<SettingProblem> problems = rules.problems(known, settings);
        if (!problems.isEmpty()) {
            throw new DriverException(problems.stream()
                    .map(SettingProblem::sentence)
                    .collect(Collectors.joining(System.lineSeparator())));
        }
    }
}
