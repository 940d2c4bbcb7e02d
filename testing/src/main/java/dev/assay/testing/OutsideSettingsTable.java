package dev.assay.testing;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public final class OutsideSettingsTable {
    private OutsideSettingsTable() {}

    /**
     * Returns {@code taken by workers} for a setting that a worker accepts from a caller that is not its owner, {@code taken on cards
     * too}, or why a worker refuses it.
     *
     * @param group {@code connection}, or that of settings by the vendor's names
     * @param settings of the group, all that the client gets together
     * @param name of the setting in question
     */
    public static String answer(
            DriverProvider driver, AllowedFolders folders, String group, Map<String, String> settings, String name) {
        OutsideSettings outside = driver.callerLimits();
        List<Map<String, String>> groups = Arrays.stream(SettingGroup.values())
                .map(each -> each.toString().equals(group) ? settings : Map.<String, String>of())
                .toList();
        VendorSettings vendor =
                new VendorSettings(groups.get(0), groups.get(1), groups.get(2), groups.get(3), groups.get(4));
        List<String> problems =
                outside.problems(driver.system(), group.equals("connection") ? settings : Map.of(), vendor, folders);
        boolean card = Arrays.stream(SettingGroup.values())
                .anyMatch(each -> each.toString().equals(group)
                        && outside.mayBeOnCard(each, name, settings.getOrDefault(name, "")));
        if (problems.isEmpty()) {
            return card ? "taken on cards too" : "taken by workers";
        }
        return String.join("; ", problems) + (card ? ", though taken on cards too" : "");
    }
}
