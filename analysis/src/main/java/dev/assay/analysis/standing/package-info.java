/** How far each printed figure can be relied on by itself: by how many samples and events, and undisturbed by what. */
@NullMarked
package dev.assay.analysis.standing;

import org.jspecify.annotations.NullMarked;
