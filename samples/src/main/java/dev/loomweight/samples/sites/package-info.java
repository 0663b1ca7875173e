/** Virtual threads that wait at several sites, and what those of each site weigh by construction. */
@NullMarked
package dev.loomweight.samples.sites;

import org.jspecify.annotations.NullMarked;
