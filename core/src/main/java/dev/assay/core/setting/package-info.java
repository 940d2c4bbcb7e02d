/**
 * Vendors' settings by their own names: which ones a vendor knows, which ones cannot be taken, and why. Scenarios are held
 * against lists of several releases, drivers hold the same settings against the client that is really there.
 */
@NullMarked
package dev.assay.core.setting;

import org.jspecify.annotations.NullMarked;
