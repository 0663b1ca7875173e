package dev.loomweight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Documents that a test pins: it fails if there was no pin of own code while it ran, so that the annotation goes when the
 * pin does. Below Java 21 annotated tests are skipped.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(GateExtension.class)
public @interface ExpectPins {

    /** {@return how many pins there may be: 1 or more} */
    long atMost() default Long.MAX_VALUE;

    /** {@return the packages whose pins count; as for {@link NoPins#own()}} */
    String[] own() default {};

    /** {@return whether pins while a class is loaded or initialized count; as for {@link NoPins#includeClassLoading()}} */
    boolean includeClassLoading() default false;
}
