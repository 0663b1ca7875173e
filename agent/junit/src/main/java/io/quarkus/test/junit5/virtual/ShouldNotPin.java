package io.quarkus.test.junit5.virtual;

import dev.loomweight.junit.GateExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test fails if there were more pins than allowed; as {@link dev.loomweight.junit.NoPins}. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(GateExtension.class)
public @interface ShouldNotPin {

    /** {@return how many pins there may be: 0 or more} */
    int atMost() default 0;
}
