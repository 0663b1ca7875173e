/** A shop on virtual threads that pins its carriers: what the tutorial looks at. */
@NullMarked
package com.acme.shop;

import org.jspecify.annotations.NullMarked;
