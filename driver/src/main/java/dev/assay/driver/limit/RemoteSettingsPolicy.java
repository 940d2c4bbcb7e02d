package dev.assay.driver.limit;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a driver's client can be told by a caller that is not the worker's owner without running code, starting a program or
 * reading a file that the caller names. What is not listed is refused.
 *
 * @param connection entries that say where the system is, and its own options
 * @param groups settings by the vendor's names; a group that is not there takes none
 */
public record RemoteSettingsPolicy(AllowedSettings connection, Map<SettingGroup, AllowedSettings> groups) {
    /** Nothing at all is taken. */
    public static final RemoteSettingsPolicy NOTHING = new RemoteSettingsPolicy(AllowedSettings.NONE, Map.of());

    public RemoteSettingsPolicy {
        groups = Map.copyOf(groups);
    }

    /** What of the group is taken. */
    public AllowedSettings of(SettingGroup group) {
        return groups.getOrDefault(group, AllowedSettings.NONE);
    }

    /**
     * Why that can't be taken, each a sentence with the setting's place and without its value; empty where it can.
     *
     * @param system as scenarios name it
     * @param connected the entries of the connection
     * @param folders from where the worker's owner lets callers name files
     */
    public List<String> problems(
            String system, Map<String, String> connected, VendorSettings settings, AllowedFolders folders) {
        List<String> problems = new ArrayList<>(connection.problems("systems." + system + ".", connected, folders));
        for (SettingGroup group : SettingGroup.values()) {
            // Servers are started by the coordinator: what they are told is nothing to the worker's client.
            if (group != SettingGroup.BROKER) {
                problems.addAll(of(group).problems(group.path(system) + ".", group.of(settings), folders));
            }
        }
        return problems;
    }
}
