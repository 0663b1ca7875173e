/**
 * Many recordings together: their figures by labels such as service, version and pod, and what is said of them. Opens no
 * files.
 */
@NullMarked
package dev.loomweight.fleet;

import org.jspecify.annotations.NullMarked;
