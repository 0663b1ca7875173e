package dev.loomweight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The pins of a test are counted and printed, and do not fail it, whatever {@link NoPins} or {@code loomweight.toml} say.
 * A test that could not be measured fails nevertheless. To allow a single site, use a suppression in
 * {@code loomweight.toml}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(GateExtension.class)
public @interface AllowPins {

    /** {@return why they are allowed; not blank} */
    String value();
}
